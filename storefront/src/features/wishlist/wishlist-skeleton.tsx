import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

/** The wishlist's page before its content is known. */
export function WishlistSkeleton() {
  const t = useTranslations("wishlist");
  return (
    <div className="page keeps-room pt-8" aria-busy>
      <h1 className="sr-only">{t("name")}</h1>
      <Skeleton className="h-11 max-w-md" />
      <div className="mt-6 grid grid-cols-2 gap-2.5 md:grid-cols-3 lg:grid-cols-4 lg:gap-4 xl:grid-cols-5">
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} className="h-[30rem]" />
        ))}
      </div>
    </div>
  );
}
