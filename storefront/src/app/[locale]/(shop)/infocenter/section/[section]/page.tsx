import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { LegalNotice } from "@/components/market/legal-notice";
import { BarrierForm } from "@/features/legal/barrier-form";
import { ContentPage } from "@/features/legal/content-page";
import { RetentionPeriods } from "@/features/legal/retention-periods";
import { TestCoverage } from "@/features/legal/test-coverage";
import { Texts } from "@/lib/i18n/texts";
import { toParams, type RawQuery } from "@/lib/listing/query";
import { loadPage } from "@/lib/site/page";
import { publicPage } from "@/lib/site/public-page";

type Props = { params: Promise<{ section: string }>; searchParams: Promise<RawQuery> };

const load = async ({ params, searchParams }: Props) =>
  loadPage(`infocenter/section/${(await params).section}`, toParams(await searchParams).toString(), await getLocale());

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { section } = await props.params;
  const { title, description } = await load(props);
  return { title, description, ...(await publicPage(`/infocenter/section/${section}`, await getLocale())) };
}

export default async function LegalSectionPage(props: Props) {
  const { section } = await props.params;
  return (
    <ContentPage page={await load(props)}>
      {section === "accessibility" && (
        <>
          <TestCoverage />
          <LegalNotice of="barrier-reports">
            <Texts of={["accessibility"]}>
              <BarrierForm />
            </Texts>
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
