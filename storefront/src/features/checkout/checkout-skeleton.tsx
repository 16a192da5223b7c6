import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

/** The checkout before it is known. */
export function CheckoutSkeleton() {
  const t = useTranslations("checkout");
  return (
    <div className="page keeps-room" aria-busy>
      <h1 className="sr-only">{t("title")}</h1>
      <Skeleton className="mt-4 h-12" />
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_25rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
