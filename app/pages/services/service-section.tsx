import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import type { ServiceData } from "./query.ts";
import { ServiceIcon } from "../../layout/service-icon.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Container, Section } from "../../ui/container.tsx";
import { contactLink } from "./contact-link.ts";
import { LineIcon } from "../../ui/line-icon.tsx";

interface ServiceSectionProps {
  service: ServiceData;
  /** Its picture is in sight when the page opens. */
  first: boolean;
}

/** One service under its anchor: its name stays in sight beside the picture and the details. */
export function ServiceSection({ service, first }: ServiceSectionProps) {
  const edit = useEditable();
  const { _id, slug, title, icon, summary, description, features, image } = service;
  return (
    <Section
      id={slug}
      labelledBy={`${slug}-title`}
      className="scroll-mt-(--bar-height) border-t border-line first-of-type:border-t-0"
    >
      <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <div
          {...edit({ id: _id, type: "pageService", path: "summary" })}
          className="lg:sticky lg:top-[calc(var(--bar-height)+3rem)] lg:self-start"
        >
          <ServiceIcon name={icon} className="size-12 text-accent" />
          <h2 id={`${slug}-title`} className="tight mt-7 text-3xl">
            {title}
          </h2>
          <p className="mt-5 max-w-[38ch] text-lg text-ink-soft">{summary}</p>
        </div>
        <div>
          {image ? (
            <ContentImage
              image={image}
              sizes="(min-width: 80rem) 680px, (min-width: 64rem) 56vw, 100vw"
              size="feature"
              priority={first}
              className="rounded-xl border border-line"
            />
          ) : null}
          <div className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2">
            <div {...edit({ id: _id, type: "pageService", path: "description" })} className="prose">
              <PortableText value={description} />
            </div>
            <Features features={features} />
          </div>
          <ButtonLink to={contactLink(slug)} variant="secondary" className="mt-9 wrap-anywhere">
            Ask about {title}
          </ButtonLink>
        </div>
      </Container>
    </Section>
  );
}

function Features({ features }: Pick<ServiceData, "features">) {
  if (features.length === 0) return null;
  return (
    <ul className="self-start border-t border-line text-base">
      {features.map((feature) => (
        <li key={feature} className="flex gap-3 border-b border-line py-3">
          <Tick />
          {feature}
        </li>
      ))}
    </ul>
  );
}

function Tick() {
  return (
    <LineIcon box={20} stroke={2.2} className="mt-1.5 size-4 flex-none text-accent">
      <path d="m3 10.5 4.5 4.5L17 5.5" />
    </LineIcon>
  );
}
