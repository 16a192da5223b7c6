import type { ReactNode } from "react";
import type { ContentBlock, ContentSpan } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";
import { Unbroken } from "./unbroken";

const linkClass = "underline underline-offset-4";

function Anchor({ url, children }: { url: string; children: ReactNode }) {
  if (url.startsWith("/")) {
    return (
      <Link href={url} className={linkClass}>
        {children}
      </Link>
    );
  }
  return (
    <a href={url} rel="noopener" className={linkClass}>
      {children}
    </a>
  );
}

function Spans({ spans }: { spans: ContentSpan[] | null | undefined }) {
  return (spans ?? []).map((span, at) => {
    if (span.url) {
      return (
        <Anchor key={at} url={span.url}>
          {span.text}
        </Anchor>
      );
    }
    const text = <Unbroken key={at} text={span.text} />;
    return span.strong ? <strong key={at}>{text}</strong> : text;
  });
}

const headings = { 2: "mt-9 text-xl", 3: "mt-7 text-lg", 4: "mt-6 text-base" };

function Block({ block }: { block: ContentBlock }) {
  if (block.kind === "heading") {
    const level = (block.level ?? 2) as keyof typeof headings;
    const Heading = `h${level}` as const;
    return (
      <Heading className={headings[level]}>
        <Spans spans={block.spans} />
      </Heading>
    );
  }
  if (block.kind === "paragraph") {
    return (
      <p className="mt-2.5 leading-7 whitespace-pre-line text-ink-2">
        <Spans spans={block.spans} />
      </p>
    );
  }
  const List = block.kind === "ordered" ? "ol" : "ul";
  return (
    <List className={`mt-2.5 space-y-1.5 pl-5 leading-7 text-ink-2 ${List === "ol" ? "list-decimal" : "list-disc"}`}>
      {(block.items ?? []).map((item, at) => (
        <li key={at}>
          <Spans spans={item} />
        </li>
      ))}
    </List>
  );
}

/** What editors wrote below a title: headings, paragraphs and lists. */
export function ContentBlocks({ blocks }: { blocks: ContentBlock[] | null }) {
  return (blocks ?? []).map((block, at) => <Block key={at} block={block} />);
}
