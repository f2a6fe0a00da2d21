import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import type { HomePageData } from "./query.ts";
import { Contours } from "../../layout/drawings.tsx";
import { Container } from "../../ui/container.tsx";

/** The last section of the page: one sentence and one link. */
export function Closing({ closing }: Pick<HomePageData, "closing">) {
  const edit = useEditable();
  if (!closing) return null;
  return (
    <section aria-labelledby="home-closing" className="relative isolate overflow-hidden bg-deep text-on-deep">
      <Contours keep="middle" className="contours-deep -z-10" />
      <Container className="section-block">
        <h2
          {...edit({ id: "homePage", type: "homePage", path: "closing.heading" })}
          id="home-closing"
          className="max-w-[12em] text-4xl tight"
        >
          {closing.heading}
        </h2>
        {closing.text ? (
          <p className="mt-6 max-w-[34em] text-lg text-balance text-on-deep-soft">{closing.text}</p>
        ) : null}
        {closing.cta ? (
          <Link to={closing.cta.href} prefetch="intent" className="closing-way">
            {closing.cta.label}
          </Link>
        ) : null}
      </Container>
    </section>
  );
}
