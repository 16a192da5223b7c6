import { routing } from "./routing";

/** The shop's path in a language: the default one stands at the root, others under their name. */
export function pathIn(locale: string, path: string): string {
  if (locale === routing.defaultLocale || !path.startsWith("/")) return path;
  return `/${locale}${path.replace(/^\/(?=$|[?#])/, "")}`;
}

/** The path without its language. */
export function pathWithin(pathname: string): string {
  const locale = routing.locales.find((one) => pathname === `/${one}` || pathname.startsWith(`/${one}/`));
  return (locale ? pathname.slice(locale.length + 1) : pathname) || "/";
}
