import type { ReviewComment } from "@/lib/api/types";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { ReportButton } from "./report-button";

/** A comment on a review. */
export function Comment({ comment }: { comment: ReviewComment }) {
  return (
    <li>
      <Byline author={comment.author} at={comment.writtenAt}>
        <ReportButton id={comment.id} author={comment.author} />
      </Byline>
      <p lang={comment.lang} className="mt-1 max-w-[65ch] break-words whitespace-pre-line">
        {comment.text}
      </p>
    </li>
  );
}

/** Who wrote something, and when. */
export function Byline({ author, at, children }: { author: string; at: string; children?: React.ReactNode }) {
  const format = useFormatter();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
      <span className="min-w-0 font-semibold text-ink-2">{author}</span>
      <time dateTime={at}>{format.dateTime(new Date(at), { dateStyle: "long" })}</time>
      {children}
    </p>
  );
}
