import { getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { pathIn } from "@/lib/i18n/path";

/** The address that is advertised: the programme itself belongs to the account, which asks to log in first. */
export default async function StudentsPage() {
  redirect(pathIn(await getLocale(), "/kundenkonto/studentenprogramm"));
}
