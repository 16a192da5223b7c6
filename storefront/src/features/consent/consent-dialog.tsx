"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { ConsentChoice } from "./consent-choice";

type Props = Pick<ComponentProps<typeof ConsentChoice>, "onDecide"> & {
  /** What there is to decide about: undefined until it is known. */
  services: ComponentProps<typeof ConsentChoice>["services"] | undefined;
  failed: boolean;
  onRetry: () => void;
  onClose: () => void;
  /** Says what the question is about. */
  children: ReactNode;
};

/** The choice for each service. Nobody decides about services that could not be named. */
export function ConsentDialog({ services, failed, onRetry, onDecide, onClose, children }: Props) {
  const t = useTranslations("consent");
  return (
    <Dialog open onOpenChange={onClose} title={t("title")}>
      {children}
      {services && <ConsentChoice services={services} onDecide={onDecide} />}
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
