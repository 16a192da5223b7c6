"use client";

import { useTranslations } from "next-intl";
import { fetchReviews } from "@/lib/api/review";
import type { Review } from "@/lib/api/types";
import { MoreList } from "./more-list";
import { ReviewCard } from "./review-card";

type Props = { productId: number; pages: number; onClose?: () => void };

/** The pages after the first. */
export function MoreReviews({ productId, pages }: Props) {
  const t = useTranslations("review");
  const next = async (times: number) => {
    const { reviews } = await fetchReviews(productId, times + 2);
    return { list: reviews, more: times + 2 < pages };
  };
  return (
    <MoreList<Review> label={t("more")} className="py-5" next={next}>
      {(review) => <ReviewCard key={review.id} review={review} />}
    </MoreList>
  );
}
