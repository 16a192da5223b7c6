import { buttonClass } from "@/components/ui/button";
import { RetryButton } from "@/components/ui/retry-button";
import { Link } from "@/lib/i18n/link";

type Props = {
  title: string;
  text: string;
  busy?: boolean;
  href?: string;
  away?: string;
  onRetry?: () => void;
  action?: string;
};

/**
 * A state of the order that is not a placed one. The action leads to a page of the shop (href) or of a provider (away), or asks
 * again (onRetry).
 */
export function Outcome({ title, text, busy, href, away, onRetry, action }: Props) {
  return (
    <div role="status" className="page grid min-h-[50vh] place-content-center justify-items-center py-16 text-center">
      {busy && (
        <span
          aria-hidden
          className="mb-6 size-10 animate-spin rounded-full border-[3px] border-paper-2 border-t-accent"
        />
      )}
      <h1 className="text-3xl lg:text-4xl">{title}</h1>
      <p className="mt-3 max-w-lg text-ink-2">{text}</p>
      {href && (
        <Link href={href} className={buttonClass("primary", "lg", "mt-7")}>
          {action}
        </Link>
      )}
      {away && (
        <a href={away} className={buttonClass("primary", "lg", "mt-7")}>
          {action}
        </a>
      )}
      {onRetry && (
        <RetryButton onRetry={onRetry} className="mt-7">
          {action}
        </RetryButton>
      )}
    </div>
  );
}
