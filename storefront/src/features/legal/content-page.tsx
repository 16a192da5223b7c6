import type { ReactNode } from "react";
import { ContentBlocks } from "@/components/ui/content-blocks";
import type { ContentPage as Page } from "@/lib/api/types";

/** Shows a page that editors wrote, and below it what the shop itself adds. */
export function ContentPage({ page, children }: { page: Page; children?: ReactNode }) {
  return (
    <article className="page">
      <div className="max-w-[68ch] py-8 lg:py-12">
        <h1 className="text-3xl hyphens-auto lg:text-5xl">{page.title}</h1>
        <ContentBlocks blocks={page.content} />
        {children}
      </div>
    </article>
  );
}
