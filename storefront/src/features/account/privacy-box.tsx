"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { PasswordField } from "@/components/account/password-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { useToast } from "@/components/ui/toast";
import { useTold } from "@/components/ui/use-told";
import { withFullLogin } from "@/lib/account/soft-login";
import { askForExport, deleteAccount, exportPath, fetchPrivacy } from "@/lib/api/privacy";
import { useLeaving } from "@/lib/hooks/use-leaving";
import { useFailure } from "@/lib/i18n/use-failure";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { useMessage } from "@/lib/i18n/use-message";
import { tellTabs } from "@/lib/query/tabs";
import { useOnce } from "@/lib/query/use-once";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";
import { Loaded } from "@/components/ui/loaded";
import { Box } from "./box";

const key = ["privacy"];

// What had the focus is gone, and this has come in its place.
function takeOver(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus();
}

/** What customers may ask of their data: a copy, and the end of the account. */
export function PrivacyBox() {
  const t = useTranslations("account.privacy");
  const [deleting, setDeleting] = useState(false);
  return (
    <Box title={t("title")}>
      <Export />
      <hr className="my-5 border-line" />
      <p className="mb-3 text-ink-2">{t("deleteText")}</p>
      <Button look="secondary" onClick={() => setDeleting(true)}>
        {t("delete")}
      </Button>
      <Dialog open={deleting} onOpenChange={setDeleting} title={t("deleteTitle")} text={t("deleteConfirm")}>
        <Deletion />
      </Dialog>
    </Box>
  );
}

function Export() {
  const t = useTranslations("account.privacy");
  const locale = useLocale();
  const format = useFormatter();
  const toast = useToast();
  const failure = useFailure();
  const client = useQueryClient();
  const state = useQuery({
    queryKey: key,
    queryFn: () => withFullLogin(() => fetchPrivacy(locale)),
    refetchInterval: ({ state }) => (state.data?.export === "pending" ? 5000 : false),
  });
  const ask = useOnce({
    mutationFn: () => withFullLogin(() => askForExport(locale)),
    onSuccess: ({ successful }) => (successful ? toast("success", t("asked")) : toast("error", t("askedBefore"))),
    onError: (error) => toast("error", failure(error, t("failed"))),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const place = ask.isSuccess ? takeOver : undefined;
  return (
    <>
      <p className="mb-3 text-ink-2">{t("exportText")}</p>
      <Loaded query={state}>
        {(known) =>
          known.export === "ready" ? (
            <a ref={place} href={exportPath} download className="inline-block underline underline-offset-4">
              {t("download", { date: format.dateTime(new Date(known.expiresAt ?? 0), { dateStyle: "medium" }) })}
            </a>
          ) : known.export === "pending" ? (
            <p ref={place} role="status" tabIndex={-1}>
              {t("pending")}
            </p>
          ) : (
            <Button
              look="secondary"
              aria-disabled={ask.isPending}
              aria-busy={ask.isPending}
              onClick={() => ask.mutate()}
            >
              {t("export")}
            </Button>
          )
        }
      </Loaded>
    </>
  );
}

function Deletion() {
  const t = useTranslations("account.privacy");
  const locale = useLocale();
  const message = useMessage();
  const [password, setPassword] = useState("");
  const [error, setError] = useTold();
  const [leaving, leave] = useLeaving();
  const remove = useOnceAnywhere({
    mutationKey: ["account-deletion"],
    mutationFn: () => withFullLogin(() => deleteAccount(password, locale)),
    onMutate: () => setError(undefined),
    onSuccess: (answer) => {
      if (answer.successful) {
        tellTabs("visitor");
        leave();
        return window.location.assign(locale === "en" ? "/en" : "/");
      }
      setError(message(answer.error ?? "general", "general"));
    },
    onError: (failure) => setError(message(failure, "general")),
  });
  const busy = remove.isPending || leaving;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== "") remove.mutate();
  };
  return (
    <Form sending={busy} onSubmit={submit} className="grid gap-4">
      {error && (
        <Notice reveal tone="error">
          {error}
        </Notice>
      )}
      <PasswordField
        autoComplete="current-password"
        label={t("password")}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" disabled={password === ""} aria-busy={busy}>
        {t("deleteNow")}
      </Button>
    </Form>
  );
}
