"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { ConsentService } from "@/lib/api/types";
import { ConsentChoice } from "./consent-choice";
import { ConsentText } from "./consent-text";

type Props = {
  /** What there is to decide about: undefined until it is known. */
  services: ConsentService[] | undefined;
  failed: boolean;
  onRetry: () => void;
  onClose: () => void;
};

/** The choice for each service. Nobody decides about services that could not be named. */
export function ConsentDialog({ services, failed, onRetry, onClose }: Props) {
  const t = useTranslations("consent");
  return (
    <Dialog open onOpenChange={onClose} title={t("title")}>
      <ConsentText onFollow={onClose} />
      {services && <ConsentChoice services={services} onDecided={onClose} />}
      {!services && !failed && <Skeleton className="mt-4 h-72" />}
      {failed && (
        <>
          <Notice tone="error" className="mt-4">
            {t("failed")}
          </Notice>
          <Button look="secondary" className="mt-4" onClick={onRetry}>
            {t("retry")}
          </Button>
        </>
      )}
    </Dialog>
  );
}
