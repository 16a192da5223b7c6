import { Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { Amount } from "@/components/product/price";
import { Radio } from "@/components/ui/radio";
import { Toggletip } from "@/components/ui/toggletip";
import type { Money } from "@/lib/api/types";
import { cn } from "@/lib/cn";

type Props = {
  group: string;
  title: ReactNode;
  hint?: string;
  /** Its address; "" where others of the list have one. */
  logo?: string;
  fee: Money;
  free?: ReactNode;
  tip?: string;
  tipLabel: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children?: ReactNode;
};

/** One payment method or shipping option: what it is, what it costs, and more on demand. */
export function ChoiceRow({
  group,
  title,
  hint,
  logo,
  fee,
  free,
  tip,
  tipLabel,
  checked,
  disabled,
  onChoose,
  children,
}: Props) {
  return (
    <li className={cn("border-b border-line last:border-0", checked && "bg-paper")}>
      <div className="flex items-center gap-1 pr-2 sm:pr-4">
        <Radio
          name={group}
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
          className="min-h-16 min-w-0 flex-1 px-4 py-2.5 max-xs:gap-2 max-xs:px-3 sm:px-5"
        >
          {logo === "" && (
            <span
              aria-hidden
              className="order-last grid h-8 w-13 shrink-0 place-items-center rounded-md bg-paper-2 text-ink-3 max-xs:h-6 max-xs:w-10 sm:order-none"
            >
              <Wallet className="size-5" />
            </span>
          )}
          {logo && (
            <img
              src={logo}
              alt=""
              width={52}
              height={32}
              className="order-last h-8 w-13 shrink-0 rounded-md object-contain max-xs:h-6 max-xs:w-10 sm:order-none"
            />
          )}
          <span className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
            <span className="block flex-1">
              <span className="block font-semibold wrap-anywhere max-xs:hyphens-auto">{title}</span>
              {hint && <span className="block text-sm text-ink-2">{hint}</span>}
            </span>
            <span className="block text-sm font-semibold whitespace-nowrap">
              {fee.minor > 0 ? (
                <>
                  + <Amount value={fee} />
                </>
              ) : (
                <span className="font-normal text-ink-2">{free}</span>
              )}
            </span>
          </span>
        </Radio>
        {tip ? <Toggletip label={tipLabel} text={tip} /> : <span className="w-8" />}
      </div>
      {children}
    </li>
  );
}
