import { Fragment } from "react";
import { useEditable } from "../../content/editable.ts";
import { PortableText } from "../../content/portable-text.tsx";
import { headingsOf } from "../../content/rich-text.ts";
import { PageHeader } from "../../site/page-header.tsx";
import { Container, Section } from "../../ui/container.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { LegalPageData } from "./query.ts";

/** A legal text with its version, effective date, and table of contents. */
export function LegalPage({ page }: { page: LegalPageData }) {
  const edit = useEditable();
  const field = (path: string) => ({ id: page._id, type: "legalPage", path });
  return (
    <>
      <PageHeader shows={field("title")} heading={page.title} intro={page.intro}>
        <p className="figures mt-6 text-sm text-ink-faint">
          <Facts
            items={[
              `Version ${page.version}`,
              <Fragment key="date">
                Effective <time dateTime={page.effectiveDate}>{page.effectiveOn}</time>
              </Fragment>,
            ]}
          />
        </p>
      </PageHeader>
      <Section>
        <Container className="grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_3fr]">
          <Contents body={page.body} />
          <div {...edit(field("body"))} className="prose">
            <PortableText value={page.body} />
          </div>
        </Container>
      </Section>
    </>
  );
}

function Contents({ body }: Pick<LegalPageData, "body">) {
  const headings = headingsOf(body).filter(({ level }) => level === 2);
  if (headings.length < 3) return <div />;
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-[calc(var(--bar-height)+2rem)] lg:self-start">
      <h2 className="text-sm tracking-normal">On this page</h2>
      <ul className="mt-2 border-l border-line">
        {headings.map((heading) => (
          <li key={heading.key}>
            <a
              href={`#${heading.id}`}
              className="-ml-px flex min-h-11 items-center border-l border-transparent py-1.5 pl-4 text-sm leading-snug text-ink-soft hover:border-accent hover:text-ink lg:min-h-9"
            >
              {heading.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
