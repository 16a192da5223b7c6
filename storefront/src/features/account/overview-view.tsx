"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ProductSlider } from "@/components/product/product-slider";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { SelectField } from "@/components/ui/field";
import { useCustomer } from "@/lib/account/use-account";
import { fetchHome } from "@/lib/api/catalog";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { offered, shown, type Block } from "./dashboard";
import { tiles } from "./overview-tiles";
import { Box } from "./box";
import { useDashboard } from "./use-dashboard";

/** What the customer has with the shop at a glance: tiles that the customer chooses, and what others buy. */
export function OverviewView() {
  const t = useTranslations("account.overview");
  const locale = useLocale();
  const [kept, choose] = useDashboard();
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState<Block>();
  const home = useQuery({ queryKey: ["home", locale], queryFn: () => fetchHome(locale), staleTime: 300_000 });
  const business = useCustomer().data?.businessCustomer ?? true; // until it is known, nothing appears that would go again
  const chosen = shown(kept, business);
  const more = offered(chosen, business);
  const place = useFocusKept<HTMLDivElement>(chosen.length);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl lg:text-3xl">{t("title")}</h1>
        <Button look="secondary" size="sm" onClick={() => setEditing(!editing)}>
          {t(editing ? "done" : "edit")}
        </Button>
      </div>
      <div ref={place} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none md:grid-cols-2">
        {chosen.map((block) => (
          <Tile key={block} block={block} onRemove={editing ? () => setAsked(block) : undefined} />
        ))}
      </div>
      {editing && more.length > 0 && (
        <SelectField
          label={t("add")}
          value=""
          onChange={(event) => choose([...chosen, event.target.value as Block])}
          className="mt-5 max-w-xs"
        >
          <option value="">{t("choose")}</option>
          {more.map((block) => (
            <option key={block} value={block}>
              {t(block)}
            </option>
          ))}
        </SelectField>
      )}
      <Confirm
        open={asked !== undefined}
        title={t("removeTitle")}
        text={t("removeQuestion", { name: asked ? t(asked) : "" })}
        onAnswer={(yes) => {
          if (yes) choose(chosen.filter((block) => block !== asked));
          setAsked(undefined);
        }}
      />
      <div className="mt-10">
        <ProductSlider title={t("topProducts")} cards={home.data?.topProducts ?? []} />
      </div>
    </>
  );
}

function Tile({ block, onRemove }: { block: Block; onRemove?: () => void }) {
  const t = useTranslations("account.overview");
  const Content = tiles[block];
  return (
    <div className="relative [&>section]:flex [&>section]:h-full [&>section]:flex-col">
      <Box title={t(block)}>
        <Content />
      </Box>
      {onRemove && (
        <button
          type="button"
          aria-label={t("remove", { name: t(block) })}
          onClick={onRemove}
          className="absolute top-3 right-3 grid size-11 place-items-center rounded-full text-ink-3 hover:bg-paper hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}
