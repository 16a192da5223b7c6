import type { ReactNode } from "react";

/** A page about the newsletter. The footer does not ask for it again there. */
export function NewsletterFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page" data-newsletter>
      <div className="mx-auto grid min-h-[45vh] max-w-xl grid-cols-1 content-start gap-5 py-8 lg:py-14">
        <h1 className="text-3xl lg:text-4xl">{title}</h1>
        {children}
      </div>
    </div>
  );
}
