import { useEditable } from "../../content/editable.ts";
import type { AboutPageData } from "./query.ts";
import { Container, Section } from "../../ui/container.tsx";

/** What the company holds to, two by two under hairlines. */
export function Values({ values }: Pick<AboutPageData, "values">) {
  const edit = useEditable();
  if (values.length === 0) return null;
  return (
    <Section tone="tint" className="border-y border-line" labelledBy="about-values">
      <Container className="lg:grid lg:grid-cols-[1fr_3fr] lg:gap-8">
        <h2 id="about-values" className="tight text-3xl">
          What we hold to
        </h2>
        <dl
          {...edit({ id: "aboutPage", type: "aboutPage", path: "values" })}
          className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:mt-0"
        >
          {values.map((value) => (
            <div key={value._key} className="border-t border-edge pt-5">
              <dt className="text-xl font-semibold">{value.title}</dt>
              <dd className="mt-3 max-w-[44ch] text-ink-soft">{value.text}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </Section>
  );
}
