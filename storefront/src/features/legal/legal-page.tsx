import { Fragment } from "react";

/** A legal text: a title and sections of paragraphs. */
export type LegalText = { title: string; sections: { heading: string; paragraphs: string[] }[] };

/** Shows a legal text. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <article className="page">
      <div className="max-w-[68ch] py-8 lg:py-12">
        <h1 className="text-3xl lg:text-5xl">{text.title}</h1>
        {text.sections.map((section) => (
          <Fragment key={section.heading}>
            <h2 className="mt-9 text-xl">{section.heading}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2.5 leading-7 whitespace-pre-line text-ink-2">
                {paragraph}
              </p>
            ))}
          </Fragment>
        ))}
      </div>
    </article>
  );
}
