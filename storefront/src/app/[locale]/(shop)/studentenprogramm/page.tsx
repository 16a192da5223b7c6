import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button";
import { Unbroken } from "@/components/ui/unbroken";
import { Benefits } from "@/features/campus/benefits";
import { Link } from "@/lib/i18n/link";
import { onlyInOwnShop } from "@/lib/site/own-shop";
import { publicPage } from "@/lib/site/public-page";

const steps = ["account", "proof", "shop"] as const;

export async function generateMetadata(): Promise<Metadata> {
  await onlyInOwnShop();
  const t = await getTranslations("campus");
  return {
    title: t("title"),
    description: t("intro"),
    ...(await publicPage("/studentenprogramm", await getLocale())),
  };
}

/** What the programme is, for everybody. Taking part belongs to the account, of which a partner's shop has none. */
export default async function StudentsPage() {
  await onlyInOwnShop();
  const t = await getTranslations("campus");
  return (
    <div className="page">
      <div className="mx-auto max-w-3xl py-8 lg:py-14">
        <h1 className="text-3xl lg:text-4xl">{t("title")}</h1>
        <p className="mt-4 mb-8 text-ink-2 lg:text-lg">
          <Unbroken text={t("intro")} />
        </p>
        <Benefits />
        <h2 className="text-xl lg:text-2xl">{t("about.how")}</h2>
        <ol className="mt-4 grid gap-4">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-4">
              <span
                aria-hidden
                className="grid size-8 shrink-0 place-items-center rounded-full bg-ink text-sm font-semibold text-white"
              >
                {index + 1}
              </span>
              <p className="pt-1">
                <Unbroken text={t(`about.${step}`)} />
              </p>
            </li>
          ))}
        </ol>
        <p className="mt-6 text-sm text-ink-2">
          <Unbroken text={t("about.end")} />
        </p>
        <Link href="/kundenkonto/studentenprogramm" className={buttonClass("primary", "lg", "mt-8")}>
          {t("about.start")}
        </Link>
      </div>
    </div>
  );
}
