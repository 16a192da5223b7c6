"use client";

import { useTranslations } from "next-intl";
import { fetchComments } from "@/lib/api/review";
import type { ReviewComment } from "@/lib/api/types";
import { Comment } from "./comment";
import { MoreList } from "./more-list";

/** The comments on a review that come after the one. */
export function MoreComments({ after }: { after: number; onClose?: () => void }) {
  const t = useTranslations("review");
  const next = async (_: number, last?: ReviewComment) => {
    const { comments, further } = await fetchComments(last?.id ?? after);
    return { list: comments, more: further > 0 };
  };
  return (
    <MoreList<ReviewComment> label={t("moreComments")} next={next}>
      {(comment) => <Comment key={comment.id} comment={comment} />}
    </MoreList>
  );
}
