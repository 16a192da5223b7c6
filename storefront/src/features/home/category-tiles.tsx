import { useTranslations } from "next-intl";
import { ProductImage } from "@/components/product/product-image";
import type { HomeCategory } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";

/** The root categories, each with the picture of what sells best in it. */
export function CategoryTiles({ categories }: { categories: HomeCategory[] }) {
  const t = useTranslations("home");
  if (categories.length === 0) return null;
  return (
    <section aria-labelledby="categories">
      <h2 id="categories" className="mb-4 text-2xl lg:text-[1.75rem]">
        {t("categories")}
      </h2>
      <ul className="grid grid-cols-3 gap-x-2.5 gap-y-5 sm:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]">
        {categories.map(({ id, name, url, image }) => (
          <li key={id} className="min-w-0">
            <Link
              href={url}
              className="group block text-center text-sm font-semibold tracking-[-0.01em] text-balance max-xs:text-[0.8125rem] lg:text-[0.9375rem]"
            >
              <span className="mb-2.5 block overflow-hidden rounded-card bg-paper">
                <ProductImage
                  image={image}
                  alt=""
                  size={200}
                  className="w-full transition-transform duration-300 group-hover:scale-105"
                />
              </span>
              <span className="hyphens-auto group-hover:underline">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
