import { BadgeCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Stars } from "@/components/product/stars";
import type { Review } from "@/lib/api/types";
import { useFormatter } from "@/lib/i18n/use-formatter";
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
              <li key={comment.id}>
                <Byline author={comment.author} at={comment.writtenAt}>
                  <ReportButton id={comment.id} author={comment.author} />
                </Byline>
                <p lang={comment.lang} className="mt-1 max-w-[65ch] break-words whitespace-pre-line">
                  {comment.text}
                </p>
              </li>
            ))}
          </ul>
        )}
        <WriteButton kind="comment" id={review.id} name={review.title} />
      </article>
    </li>
  );
}

function Byline({ author, at, children }: { author: string; at: string; children?: React.ReactNode }) {
  const format = useFormatter();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
      <span className="min-w-0 font-semibold text-ink-2">{author}</span>
      <time dateTime={at}>{format.dateTime(new Date(at), { dateStyle: "long" })}</time>
      {children}
    </p>
  );
}
