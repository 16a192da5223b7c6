import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const dynamic = "force-dynamic";

export const metadata: Metadata = { robots: { index: false } };

/** Nothing, made anew for each call: `kontor bench` compares the shop's pages with it, where the operator lets it. */
export default function EmptyPage() {
  if (process.env.KONTOR_STOREFRONT_BENCH_PAGE !== "true") notFound();
  return null;
}
