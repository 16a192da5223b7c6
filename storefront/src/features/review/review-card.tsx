import { BadgeCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Stars } from "@/components/product/stars";
import type { Review } from "@/lib/api/types";
import { Byline, Comment } from "./comment";
import { More } from "./more";
import { ReportButton } from "./report-button";
import { WriteButton } from "./write-button";

/** A review with its comments. */
export function ReviewCard({ review }: { review: Review }) {
  const t = useTranslations("review");
  return (
    <li className="py-5">
      <article aria-labelledby={`review-${review.id}`}>
        <Stars tenths={review.stars * 10} />
        <h3 id={`review-${review.id}`} lang={review.lang} className="mt-1.5 text-lg font-semibold">
          {review.title}
        </h3>
        <Byline author={review.author} at={review.writtenAt}>
          {review.verified && (
            <span className="inline-flex items-center gap-1 font-semibold text-good">
              <BadgeCheck aria-hidden className="size-4" />
              {t("verified")}
            </span>
          )}
          <ReportButton id={review.id} author={review.author} />
        </Byline>
        <p lang={review.lang} className="mt-3 max-w-[65ch] break-words whitespace-pre-line">
          {review.text}
        </p>
        {review.comments.length > 0 && (
          <ul aria-label={t("comments")} className="mt-4 space-y-4 border-l-2 border-line pl-4">
            {review.comments.map((comment) => (
              <Comment key={comment.id} comment={comment} />
            ))}
            {review.further > 0 && <More of="comments" after={review.comments.at(-1)?.id ?? 0} />}
          </ul>
        )}
        <WriteButton kind="comment" id={review.id} name={review.title} />
      </article>
    </li>
  );
}
