import { Skeleton } from "@/components/ui/skeleton";

/** The checkout before it is known. */
export function CheckoutSkeleton() {
  return (
    <div className="page" aria-busy>
      <Skeleton className="mt-4 h-12" />
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_25rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
