"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { inputClass } from "@/components/ui/field";
import { useRouter } from "@/lib/i18n/navigation";
import { searchPath } from "@/lib/listing/term";

/** Nothing was ordered, at all or in the span that is shown: a way to find something. */
export function NoOrders({ ever }: { ever?: boolean }) {
  const t = useTranslations("account.orders");
  const router = useRouter();
  return (
    <div className="rounded-card bg-paper p-6">
      <p role="status" className="mb-4">
        {t(ever ? "noneThen" : "none")}
      </p>
      <form
        role="search"
        aria-label={t("search")}
        className="flex max-w-md gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const term = (new FormData(event.currentTarget).get("term") as string).trim();
          if (term !== "") router.push(searchPath(term));
        }}
      >
        <input
          name="term"
          type="search"
          maxLength={100}
          aria-label={t("search")}
          placeholder={t("placeholder")}
          className={inputClass}
        />
        <Button type="submit" size="icon" aria-label={t("search")} className="size-12 shrink-0">
          <Search aria-hidden className="size-5" />
        </Button>
      </form>
    </div>
  );
}
