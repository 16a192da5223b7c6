import type { ReactNode } from "react";

/** The least that a page consists of. */
export default function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="de">
      <body>{children}</body>
    </html>
  );
}
