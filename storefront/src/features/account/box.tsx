import type { ReactNode } from "react";

/** A white box with a heading. */
export function Box({ title, level = 2, children }: { title: string; level?: 2 | 3; children: ReactNode }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="rounded-card border border-line bg-white p-5 lg:p-6">
      <Heading className="mb-3 text-lg font-semibold">{title}</Heading>
      {children}
    </section>
  );
}
