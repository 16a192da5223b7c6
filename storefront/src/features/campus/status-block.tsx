import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Unbroken } from "@/components/ui/unbroken";
import type { Campus } from "@/lib/api/types";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { Link } from "@/lib/i18n/link";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { EmailForm } from "./email-form";
import { UploadForm } from "./upload-form";

const tones = {
  pending: "info",
  valid: "success",
  "valid-near-expire": "warning",
  expired: "warning",
  deactivated: "error",
} as const;

/** The block of a status; where one may apply, with the way to do so. */
export function StatusBlock({ campus }: { campus: Campus }) {
  const t = useTranslations("campus");
  const format = useFormatter();
  const status = campus.campusProgramSubscriptionStatus;
  const byEmail = campus.campusProgramVerificationType === "email";
  const until = campus.campusProgramSubscriptionValidToDateTime;
  // The last day, not the midnight after it.
  const date = until && format.dateTime(new Date(new Date(until).getTime() - 1000), { dateStyle: "long" });
  const renews = status === "valid-near-expire";
  const applies = status !== "valid" && !(status === "pending" && !byEmail);
  // Who has applied finds another form there, or none.
  const place = useFocusKept<HTMLDivElement>(status === "unknown" ? 2 : applies ? 1 : 0);
  const apply = <Apply automated={campus.automatedVerificationEnabled} renews={renews} />;
  if (status === "unknown") return apply;
  const key = status === "pending" ? (byEmail ? "pendingEmail" : "pendingManual") : status;
  const renewing = campus.campusProgramSubscriptionRenewalRequested;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice tone={tones[status]} className="mb-6">
        <p className="font-semibold">
          <Unbroken text={t(`status.${key}.title`)} />
        </p>
        <p className="mt-1">
          <Unbroken text={t(`status.${key}.text`, { date })} />
        </p>
        {renewing && <p className="mt-1">{t("status.renewing")}</p>}
      </Notice>
      {status === "valid" && (
        <Link href="/" className={buttonClass("secondary")}>
          {t("toShop")}
        </Link>
      )}
      {applies && <Section title={t(status === "pending" ? "again" : renews ? "renew" : "register")}>{apply}</Section>}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">
        <Unbroken text={title} />
      </h2>
      {children}
    </section>
  );
}

/** Registration by the university's e-mail address, or by a document. */
function Apply({ automated, renews }: { automated: boolean; renews: boolean }) {
  const t = useTranslations("campus");
  const [upload, setUpload] = useState(!automated);
  return (
    <div className="max-w-xl">
      {upload ? <UploadForm /> : <EmailForm renews={renews} />}
      {automated && (
        <button
          type="button"
          onClick={() => setUpload(!upload)}
          className="mt-4 min-h-11 text-left underline underline-offset-4"
        >
          {t(upload ? "toEmail" : "toUpload")}
        </button>
      )}
    </div>
  );
}
