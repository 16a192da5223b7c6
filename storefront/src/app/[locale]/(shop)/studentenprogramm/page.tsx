import { getLocale } from "next-intl/server";
import { redirect } from "@/lib/i18n/navigation";

/** The address that is advertised: the programme itself belongs to the account, which asks to log in first. */
export default async function StudentsPage() {
  redirect({ href: "/kundenkonto/studentenprogramm", locale: await getLocale() });
}
