"use client";

import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { fetchReviews } from "@/lib/api/review";
import type { Review } from "@/lib/api/types";
import { useMessage } from "@/lib/i18n/use-message";
import { ReviewCard } from "./review-card";

/** The pages after the first, one per press. */
export function MoreReviews({ productId, pages }: { productId: number; pages: number }) {
  const t = useTranslations("review");
  const message = useMessage();
  const [list, setList] = useState<Review[]>([]);
  const [page, setPage] = useState(1);
  const [error, setError] = useState<string>();
  const [loading, load] = useTransition();
  const next = () =>
    load(async () => {
      try {
        const more = await fetchReviews(productId, page + 1);
        // One that was published since moves the others down: nobody is to see a review twice.
        setList((before) => [...before, ...more.reviews.filter(({ id }) => before.every((one) => one.id !== id))]);
        setPage(page + 1);
        setError(undefined);
      } catch (failure) {
        setError(message(failure, "general"));
      }
    });
  return (
    <>
      {list.map((review) => (
        <ReviewCard key={review.id} review={review} />
      ))}
      {page < pages && (
        <li className="py-5">
          <Button look="secondary" onClick={next} aria-disabled={loading} aria-busy={loading}>
            {t("more")}
          </Button>
          <p role="alert" className="text-sm font-medium text-bad not-empty:mt-2">
            {error}
          </p>
        </li>
      )}
    </>
  );
}
