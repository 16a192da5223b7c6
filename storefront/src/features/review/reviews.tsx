import { useLocale, useTranslations } from "next-intl";
import { LegalNotice } from "@/components/market/legal-notice";
import { Stars } from "@/components/product/stars";
import type { Product } from "@/lib/api/types";
import { formatInteger } from "@/lib/i18n/number";
import { More } from "./more";
import { RatingBars } from "./rating-bars";
import { ReviewCard } from "./review-card";
import { WriteButton } from "./write-button";

/** What visitors wrote about a product, and the way to write. It says how the shop checks who bought, § 5b (3) UWG. */
export function Reviews({ product }: { product: Product }) {
  const t = useTranslations("review");
  const { rating, reviews, pages } = product.reviews;
  const number = formatInteger(rating.count, useLocale());
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="scroll-mt-24">
      <h2 id="reviews-title" className="text-2xl">
        {t("title")}
      </h2>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="space-y-5">
          {rating.count > 0 && (
            <>
              <p className="flex items-center gap-3">
                <Stars tenths={rating.tenths} />
                <span className="text-ink-2">{t("count", { count: rating.count, number })}</span>
              </p>
              <RatingBars rating={rating} />
            </>
          )}
          <WriteButton kind="review" id={product.id} name={product.name} />
          <LegalNotice of="review-check">
            <p className="text-sm text-ink-3">{t("verification")}</p>
          </LegalNotice>
        </div>
        <div>
          {reviews.length === 0 && <p className="text-ink-2">{t("none")}</p>}
          <ul className="divide-y divide-line border-line not-empty:border-y">
            {reviews.map((review) => (
              <ReviewCard key={review.id} review={review} />
            ))}
            {pages > 1 && <More of="reviews" productId={product.id} pages={pages} />}
          </ul>
        </div>
      </div>
    </section>
  );
}
