import { Check, Circle } from "lucide-react";
import { useTranslations } from "next-intl";
import { passwordRules } from "@/lib/account/password";
import { cn } from "@/lib/cn";

/** The rules of a new password, each ticked as soon as it holds. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const t = useTranslations("account.password");
  return (
    <div id={id} className="mt-3 text-sm text-ink-2">
      <p>{t("rules")}</p>
      <ul className="mt-1.5 grid gap-1">
        {passwordRules.map((rule) => {
          const holds = rule.holds(password);
          const Icon = holds ? Check : Circle;
          return (
            <li key={rule.key} className={cn("flex items-center gap-2", holds && "text-good")}>
              <Icon aria-hidden className="size-4 shrink-0" />
              {t(`rule.${rule.key}`)}
              <span className="sr-only">{t(holds ? "met" : "unmet")}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
