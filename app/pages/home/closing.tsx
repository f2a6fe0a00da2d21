import { Link } from "@remix-run/react";
import { useEditable, type EditableField } from "../../content/editable.ts";
import { isLinkTarget } from "../../model/look.ts";
import { Contours } from "../../site/drawings.tsx";
import { Container } from "../../ui/container.tsx";
import type { HomePageData } from "./query.ts";

const HOME_CLOSING: EditableField = { id: "homePage", type: "homePage", path: "closing.heading" };

interface ClosingProps extends Pick<HomePageData, "closing"> {
  id?: string;
  shows?: EditableField;
}

/** The last section of most pages: one sentence and one link. */
export function Closing({ closing, id = "home-closing", shows = HOME_CLOSING }: ClosingProps) {
  const edit = useEditable();
  if (!closing) return null;
  return (
    <section aria-labelledby={id} className="relative isolate overflow-hidden bg-deep text-on-deep">
      <Contours keep="middle" className="contours-deep -z-10" />
      <Container className="section-block">
        <h2 {...edit(shows)} id={id} className="max-w-[12em] text-4xl tight">
          {closing.heading}
        </h2>
        {closing.text ? (
          <p className="mt-6 max-w-[34em] text-lg text-balance text-on-deep-soft">{closing.text}</p>
        ) : null}
        {closing.cta && isLinkTarget(closing.cta.href) ? (
          <Link to={closing.cta.href} prefetch="intent" className="closing-way">
            {closing.cta.label}
          </Link>
        ) : null}
      </Container>
    </section>
  );
}
