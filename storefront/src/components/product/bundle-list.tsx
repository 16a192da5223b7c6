import { PackageCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { BundlePart } from "@/lib/api/types";
import { cn } from "@/lib/cn";

/** What comes in one pack with a product, at its price. */
export function BundleList({ parts, className }: { parts: BundlePart[]; className?: string }) {
  const t = useTranslations("bundle");
  if (parts.length === 0) return null;
  return (
    <div className={cn("rounded-xl bg-paper px-4 py-3 text-sm", className)}>
      <p className="flex items-center gap-2 font-semibold">
        <PackageCheck aria-hidden className="size-4.5 shrink-0" />
        {t("title")}
      </p>
      <ul className="mt-1 space-y-0.5 pl-6.5">
        {parts.map((part) => (
          <li key={part.title}>{t("part", { quantity: part.quantity, title: part.title })}</li>
        ))}
      </ul>
    </div>
  );
}
