import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";

/** Says in which state a product is sold, unless it is new: its name may be cut where it says so. */
export function ConditionMark({ condition, className }: { condition: string; className: string }) {
  const t = useTranslations("product");
  if (condition === "new") return null;
  return (
    <span className={cn("inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold", className)}>
      {t(`condition.${condition === "used" ? "used" : "refurbished"}`)}
    </span>
  );
}
