import { Link } from "@remix-run/react";
import { HOME, sectionField, useEditable, type EditableDocument } from "../../content/editable.ts";
import { isLinkTarget } from "../../model/look.ts";
import { Contours } from "../../site/drawings.tsx";
import { Container } from "../../ui/container.tsx";
import type { AboutPageData } from "../about/query.ts";

interface ClosingProps extends Pick<AboutPageData, "closing"> {
  id?: string;
  /** The page whose section it is: on most pages the home page's. */
  page?: EditableDocument;
}

/** A call to action, with which most pages end: one sentence and one link. */
export function Closing({ closing, id = "closing", page = HOME }: ClosingProps) {
  const edit = useEditable();
  if (!closing) return null;
  const field = (name: string) => edit(sectionField(page, closing._key, name));
  return (
    <section aria-labelledby={id} className="relative isolate overflow-hidden bg-deep text-on-deep">
      <Contours keep="middle" className="contours-deep -z-10" />
      <Container className="section-block">
        <h2 {...field("heading")} id={id} className="max-w-[12em] text-4xl tight">
          {closing.heading}
        </h2>
        {closing.text ? (
          <p {...field("text")} className="mt-6 max-w-[34em] text-lg text-balance text-on-deep-soft">
            {closing.text}
          </p>
        ) : null}
        {closing.cta && isLinkTarget(closing.cta.href) ? (
          <Link {...field("cta")} to={closing.cta.href} prefetch="intent" className="closing-way">
            {closing.cta.label}
          </Link>
        ) : null}
      </Container>
    </section>
  );
}
