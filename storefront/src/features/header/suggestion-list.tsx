import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { EnergyArrow } from "@/components/product/energy-arrow";
import { Amount, BasePrice } from "@/components/product/price";
import { ProductImage } from "@/components/product/product-image";
import type { Finding } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { searchPath } from "@/lib/listing/term";

/** Where a suggestion leads: a product's page, or the search, narrowed to the category in which the text was found. */
export function hrefOf(finding: Finding): string {
  if (finding.url) return finding.url;
  const search = searchPath(finding.text);
  return finding.foundIn ? `${search}?categories-stat=${finding.foundIn.id}` : search;
}

type Props = {
  id: string;
  label: string;
  /** Stands before what is no product. */
  icon: LucideIcon;
  shown: boolean;
  suggestions: Finding[];
  active: number;
  onHover: (index: number) => void;
  onChoose: (finding: Finding) => void;
};

// By itself the browser would scroll the page as well, which closes the list.
function intoView(option: HTMLElement | null) {
  const list = option?.parentElement;
  if (!list) return;
  const least = option.offsetTop + option.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(option.offsetTop, Math.max(list.scrollTop, least));
}

/** The listbox of the search field. The field keeps the focus; a press chooses. */
export function SuggestionList({ id, label, icon: Icon, shown, suggestions, active, onHover, onChoose }: Props) {
  const t = useTranslations("search");
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      hidden={!shown}
      className="absolute inset-x-0 top-full z-50 mt-2 suggestions border border-line bg-white py-2"
    >
      {suggestions.map((finding, index) => (
        // Keys are handled by the combobox that owns this list.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={hrefOf(finding)}
          id={`${id}-${index}`}
          ref={index === active ? intoView : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerMove={() => onHover(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(finding)}
          className={cn("flex cursor-pointer items-center gap-3.5 px-4 py-2", index === active && "bg-paper")}
        >
          {finding.image ? (
            <ProductImage image={finding.image} alt="" size={100} className="size-12 rounded-lg bg-paper" />
          ) : (
            <span className="grid size-12 place-items-center rounded-lg bg-paper text-ink-3">
              <Icon aria-hidden className="size-5" />
            </span>
          )}
          <div className="min-w-0 flex-1">
            <span className={finding.image ? "line-clamp-2 leading-snug" : "block truncate font-semibold"}>
              {finding.text}
            </span>
            {finding.foundIn && !finding.image && (
              <span className="block truncate text-sm text-ink-3">
                {t("foundIn", { category: finding.foundIn.name })}
              </span>
            )}
            <div className="text-sm text-ink-3">
              <BasePrice base={finding.base} />
            </div>
          </div>
          <span className="flex flex-col items-end gap-1 sm:flex-row sm:items-center sm:gap-3.5">
            {finding.energyClass && (
              <>
                <span className="sr-only">
                  {t("energyClass", { class: finding.energyClass, scale: finding.energyScale ?? "A-G" })}
                </span>
                <EnergyArrow size="sm" energyClass={finding.energyClass} scale={finding.energyScale} />
              </>
            )}
            {finding.price && <Amount value={finding.price} className="font-semibold" />}
          </span>
        </div>
      ))}
    </div>
  );
}
