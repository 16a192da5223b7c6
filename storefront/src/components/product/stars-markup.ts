import type { useTranslations } from "next-intl";
import { iconMarkup } from "@/components/ui/icon-markup";
import { cn } from "@/lib/cn";
import { formatTenths } from "@/lib/i18n/number";
import { Markup, markup } from "@/lib/markup/markup";

type Text = ReturnType<typeof useTranslations<"review">>;

const row = (color: string) =>
  markup`<span aria-hidden="true" class="${cn("flex w-max", color)}">${new Markup(star.html.repeat(5))}</span>`;
const star = iconMarkup("star", "size-4.5 shrink-0 fill-current stroke-0");

/** Five stars, filled as far as the average says: 43 tenths are 4.3. */
export function starsMarkup(tenths: number, t: Text, locale: string): Markup {
  return markup`
    <span role="img" aria-label="${t("stars", { stars: formatTenths(tenths, locale) })}" class="relative inline-flex">
      ${row("text-line-2 forced-colors:text-[color:GrayText]")}
      <span class="absolute inset-y-0 left-0 overflow-hidden" style="width:${tenths * 2}%">${row("text-star forced-colors:text-[color:Highlight]")}</span>
    </span>
  `;
}
