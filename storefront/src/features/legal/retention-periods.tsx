import { useTranslations } from "next-intl";

// In the order in which people come by them; a test holds them against the rules of core/postgres/retention.go.
const kept = [
  "unfinished_checkout",
  "abandoned_order",
  "parcel_label",
  "parcel_scan",
  "return_label",
  "withdrawal",
  "order",
  "invoice",
  "provider_notice",
  "sent_mail",
  "undelivered",
  "ended_newsletter",
  "restock_alert",
  "rejected_review",
  "operator_log",
] as const;

/** How long the shop keeps what it knows of people, which it forgets by itself: GDPR Art. 13(2)(a). */
export function RetentionPeriods() {
  const t = useTranslations("retention");
  return (
    <section aria-labelledby="retention">
      <h2 id="retention" className="mt-9 text-xl">
        {t("title")}
      </h2>
      <p className="mt-2.5 leading-7 text-ink-2">{t("text")}</p>
      <dl className="mt-4 divide-y divide-line border-y border-line leading-7">
        {kept.map((rule) => (
          <div key={rule} className="gap-x-6 py-2.5 sm:flex sm:justify-between">
            <dt className="text-ink-2">{t(`of.${rule}.what`)}</dt>
            <dd className="font-medium sm:max-w-[60%] sm:shrink-0">{t(`of.${rule}.period`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
