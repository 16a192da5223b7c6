import { useTranslations } from "next-intl";
import { withUnits } from "@/lib/product/units";

/** What a line's price includes beside the product: what comes in the pack with it, and the warranty extension that was chosen. */
export function LineExtras({ line }: { line: { warranty?: string; bundle?: string } }) {
  const t = useTranslations("lineExtras");
  return (["bundle", "warranty"] as const).map((extra) => {
    const text = line[extra];
    return (
      text && (
        <span key={extra} className="block text-sm text-ink-2">
          {withUnits(t(extra, { text }))}
        </span>
      )
    );
  });
}
