import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
import { pathIn } from "./path";
import type { Locale } from "./routing";

type Props = Omit<ComponentProps<"a">, "href"> & { href: string; locale?: Locale };

/**
 * A link to a page of the shop, in the page's language or another. It is the plain element, on the server as well:
 * FollowLinks follows all of them without a new document. A hundred components that each do so by themselves cost a
 * listing more than its products.
 */
export function Link({ href, locale, children, ...rest }: Props) {
  const current = useLocale();
  return (
    <a data-page-link="" {...rest} href={pathIn(locale ?? current, href)}>
      {children}
    </a>
  );
}
