"use client";

import { useTranslations } from "next-intl";
import { useState, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";

// Few read on: what shows the rest is loaded for those who do.
const MoreReviews = later(() => import("./more-reviews").then((more) => more.MoreReviews));
const MoreComments = later(() => import("./more-comments").then((more) => more.MoreComments));

type Props =
  ({ of: "reviews" } & ComponentProps<typeof MoreReviews>) | ({ of: "comments" } & ComponentProps<typeof MoreComments>);

/** Reads on in a product's reviews, or in the comments on one, of which the page has the beginning. */
export function More(props: Props) {
  const t = useTranslations("review");
  const [asked, setAsked] = useState(false);
  const onClose = () => setAsked(false); // it could not be loaded
  if (asked)
    return props.of === "reviews" ? (
      <MoreReviews {...props} onClose={onClose} />
    ) : (
      <MoreComments {...props} onClose={onClose} />
    );
  return (
    <li className={props.of === "reviews" ? "py-5" : undefined}>
      <Button look="secondary" onClick={() => setAsked(true)}>
        {t(props.of === "reviews" ? "more" : "moreComments")}
      </Button>
    </li>
  );
}
