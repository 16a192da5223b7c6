import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

/** The cart's page before its content is known. */
export function CartSkeleton() {
  const t = useTranslations("cart");
  return (
    <div className="page min-h-dvh noscript:min-h-0" aria-busy>
      <h1 className="pt-8 text-3xl lg:text-[2.5rem]">{t("title")}</h1>
      <div className="mt-6 grid gap-12 lg:grid-cols-[1fr_24rem]">
        <div className="space-y-5">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
        <Skeleton className="h-80" />
      </div>
    </div>
  );
}
