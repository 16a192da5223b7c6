import { useTranslations } from "next-intl";
import { AddToCart } from "@/components/product/add-to-cart";
import type { Comparison } from "@/lib/api/types";
import { withUnits } from "@/lib/product/units";
import { ComparedProduct } from "./compared-product";

const labelRem = 13;
const productRem = 20; // at most: few products do not fill the page with their pictures
// What gets the focus comes out from under the labels, which stay.
const scroller = "relative mt-6 scroll-pl-28 overflow-x-auto pb-2 xs:scroll-pl-37 lg:scroll-pl-52";

/** Products as columns, attributes as rows. Where it is wider than the page it scrolls, and the labels stay. */
export function ComparisonTable({ products, rows }: Comparison) {
  const t = useTranslations("comparison");
  return (
    // The keyboard scrolls what has the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={t("title")} tabIndex={0} className={scroller}>
      <table
        style={{ maxWidth: `${labelRem + products.length * productRem}rem` }}
        className="w-full table-fixed border-separate border-spacing-0 text-left"
      >
        <colgroup>
          <col className="w-28 xs:w-37 lg:w-52" />
          {products.map((product) => (
            <col key={product.id} className="w-44 xs:w-52 lg:w-auto" />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td className="sticky left-0 z-20 bg-white" />
            {products.map((product) => (
              // Read before each of its cells: the name alone, without its buttons and prices.
              <th
                key={product.id}
                scope="col"
                aria-label={product.name}
                className="px-2 pt-2 align-top font-normal lg:px-3 lg:pt-3"
              >
                <ComparedProduct product={product} />
              </th>
            ))}
          </tr>
          {/* A row of their own: they stand at one height, however much is said of a price. */}
          <tr>
            <td className="sticky left-0 z-20 bg-white" />
            {products.map(({ id, name, available }) => (
              <td key={id} className="px-2 pt-3 pb-2 lg:px-3 lg:pb-3">
                <AddToCart compact id={id} name={name} available={available} />
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key + row.label}>
              <th
                scope="row"
                className="sticky left-0 z-20 border-t border-line bg-white py-3 pr-3 align-top text-sm font-medium break-words hyphens-auto text-ink-2"
              >
                {row.label}
              </th>
              {row.values.map(({ text, hex }, index) => (
                <td key={products[index]?.id} className="border-t border-line p-3 align-top">
                  {hex && (
                    <span
                      aria-hidden
                      style={{ backgroundColor: hex }}
                      className="mr-2 inline-block size-4 rounded-full border border-line-2 align-[-0.15em] forced-color-adjust-none"
                    />
                  )}
                  {withUnits(text) || <span className="text-ink-3">{t("none")}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
