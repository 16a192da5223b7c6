import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LegalNotice } from "@/components/market/legal-notice";
import { BundleList } from "@/components/product/bundle-list";
import { ConditionMark } from "@/components/product/condition-mark";
import { PayLater } from "@/components/partner/pay-later";
import { GuaranteeLabel } from "@/components/product/guarantee-label";
import { LastSeen } from "@/components/product/last-seen";
import { GuaranteeNotice, LegalGuarantee } from "@/components/product/legal-guarantee";
import { ProductImage } from "@/components/product/product-image";
import { ProductSlider } from "@/components/product/product-slider";
import { Stars } from "@/components/product/stars";
import type { Product, Rating } from "@/lib/api/types";
import { formatInteger, formatTenths } from "@/lib/i18n/number";
import { withUnits } from "@/lib/product/units";
import { BuyBox } from "./buy-box";
import { Delivery } from "./delivery";
import { Gallery } from "./gallery";
import { ProductPrice } from "./product-price";
import { RememberSeen } from "./remember-seen";
import { Description } from "./description";
import { SafetyBlock } from "./safety-block";
import { SpecTable } from "./spec-table";

/** A product's page below the breadcrumb; reviews is the section of that name. */
export function ProductView({ product, reviews }: { product: Product; reviews: ReactNode }) {
  const t = useTranslations("product");
  return (
    <div
      data-product-id={product.id}
      data-price={product.prices.price.minor}
      data-manufacturer={product.manufacturer}
      data-article-number={product.articleNumber}
      data-oms-category={product.omsCategory}
      className="page pb-16 lg:pb-0"
    >
      {/* Beside a long box to buy from, the description begins below the pictures. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1.25fr)_minmax(22rem,1fr)] lg:grid-rows-[auto_auto_1fr]">
        <div>
          {product.images.length > 0 ? (
            <Gallery images={product.images} />
          ) : (
            <ProductImage image="" alt="" size={600} className="mx-auto max-h-[38rem] w-full rounded-card" />
          )}
          {product.guarantee && (
            <div className="mt-4">
              <GuaranteeLabel productId={product.id} guarantee={product.guarantee} />
            </div>
          )}
        </div>
        <div className="lg:row-span-2">
          <p className="font-semibold text-ink-2">{product.manufacturer}</p>
          <h1 className="mt-1 text-[1.75rem] lg:text-4xl">{withUnits(product.name)}</h1>
          <p className="mt-2 text-sm text-ink-3">
            {t("articleNumber", { number: product.articleNumber })}
            <ConditionMark condition={product.condition} className="ml-3 bg-paper text-ink" />
          </p>
          <RatingLink rating={product.reviews.rating} />
          <ul className="mt-5 grid gap-x-5 gap-y-1.5 text-[0.9375rem] sm:grid-cols-2">
            {product.highlights.map((highlight) => (
              <li
                key={highlight}
                className="flex gap-2.5 before:mt-[0.6em] before:size-1.5 before:shrink-0 before:rounded-full before:bg-accent"
              >
                {withUnits(highlight)}
              </li>
            ))}
          </ul>
          <div className="mt-6 rounded-card border border-line p-5 lg:p-6">
            <ProductPrice product={product} />
            <Delivery availability={product.availability} />
            <BundleList parts={product.bundle} className="mt-4" />
            <BuyBox product={product} />
            <PayLater place="product" price={product.prices.price} />
            <LegalNotice of="legal-guarantee">
              <LegalGuarantee />
            </LegalNotice>
          </div>
        </div>
        <div className="mt-6 space-y-12 empty:hidden lg:row-span-2">
          <Description text={product.description} />
          <SpecTable product={product} />
        </div>
        <div className="space-y-8 max-lg:mt-4">
          <SafetyBlock product={product} />
          <LegalNotice of="legal-guarantee">
            <GuaranteeNotice />
          </LegalNotice>
        </div>
      </div>
      <div className="mt-16 space-y-14">
        {reviews}
        <ProductSlider title={t("similar")} cards={product.similar} />
        <LastSeen but={product.id} />
      </div>
      <RememberSeen id={product.id} />
    </div>
  );
}

function RatingLink({ rating }: { rating: Rating }) {
  const t = useTranslations("review");
  const locale = useLocale();
  if (rating.count === 0) return null;
  return (
    <a
      href="#reviews"
      className="mt-2 inline-flex min-h-6 items-center gap-2 text-sm underline-offset-4 hover:underline"
    >
      <Stars tenths={rating.tenths} />
      <span aria-hidden>{formatTenths(rating.tenths, locale)}</span>
      <span>{t("count", { count: rating.count, number: formatInteger(rating.count, locale) })}</span>
    </a>
  );
}
