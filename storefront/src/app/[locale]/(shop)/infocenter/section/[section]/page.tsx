import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { LegalNotice } from "@/components/market/legal-notice";
import { BarrierForm } from "@/features/legal/barrier-form";
import { ContentPage } from "@/features/legal/content-page";
import { RetentionPeriods } from "@/features/legal/retention-periods";
import { TestCoverage } from "@/features/legal/test-coverage";
import { MoreTexts } from "@/lib/i18n/more-texts";
import { loadPage } from "@/lib/site/page";
import { publicPage } from "@/lib/site/public-page";

type Props = { params: Promise<{ section: string }> };

const load = (section: string, locale: string) => loadPage(`infocenter/section/${section}`, locale);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { section } = await params;
  const locale = await getLocale();
  const { title, description } = await load(section, locale);
  return { title, description, ...(await publicPage(`/infocenter/section/${section}`, locale)) };
}

export default async function LegalSectionPage({ params }: Props) {
  const { section } = await params;
  return (
    <ContentPage page={await load(section, await getLocale())}>
      {section === "accessibility" && (
        <>
          <TestCoverage />
          <LegalNotice of="barrier-reports">
            <MoreTexts of={["accessibility"]}>
              <BarrierForm />
            </MoreTexts>
          </LegalNotice>
        </>
      )}
      {section === "privacy" && (
        <LegalNotice of="retention">
          <RetentionPeriods />
        </LegalNotice>
      )}
    </ContentPage>
  );
}
