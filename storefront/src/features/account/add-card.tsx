"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { CardFields } from "@/components/card/card-fields";
import { useCardForm } from "@/components/card/use-card-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import { withFullLogin } from "@/lib/account/soft-login";
import { addCard, fetchCardForm } from "@/lib/api/card";
import type { Gateway } from "@/lib/checkout/card";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";

/** Saves a card without buying: a button, and the card's form in a dialog. */
export function AddCard() {
  const t = useTranslations("account.cards");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("add")}>
        <Panel onSaved={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Panel({ onSaved }: { onSaved: () => void }) {
  const locale = useLocale();
  const gateway = useQuery({
    queryKey: ["card-form", locale],
    queryFn: () => withFullLogin(() => fetchCardForm(locale)),
    retry: false,
    staleTime: Infinity,
    gcTime: 0, // the gateway wants its signature fresh
  });
  if (gateway.data) return <CardForm gateway={gateway.data} onSaved={onSaved} />;
  return gateway.isError ? (
    <LoadFailed error={gateway.error} onRetry={gateway.refetch} />
  ) : (
    <Skeleton className="h-80" />
  );
}

function CardForm({ gateway, onSaved }: { gateway: Gateway; onSaved: () => void }) {
  const t = useTranslations("account.cards");
  const locale = useLocale();
  const toast = useToast();
  const message = useMessage();
  const client = useQueryClient();
  const state = useCardForm(gateway);
  const [error, setError] = useTold();
  const refuse = (reason: unknown) => setError(message(reason, "general"));
  const save = useOnceAnywhere({
    mutationKey: ["card"],
    onMutate: () => setError(undefined),
    mutationFn: async () => {
      const card = await state.check();
      return card && withFullLogin(() => addCard(card, locale));
    },
    onSuccess: async (answer) => {
      if (!answer) return; // the form says what is wrong
      if (!answer.successful) return refuse(answer.error);
      await client.invalidateQueries({ queryKey: ["cards"] });
      toast("success", t("added"));
      onSaved();
    },
    onError: refuse,
  });
  return (
    <Form
      sending={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <CardFields gateway={gateway} state={{ ...state, refused: state.refused ?? error }}>
        <p className="mb-5 text-sm text-ink-2">{t("addNote")}</p>
        <Button type="submit" size="lg" aria-busy={save.isPending}>
          {t("save")}
        </Button>
      </CardFields>
    </Form>
  );
}
