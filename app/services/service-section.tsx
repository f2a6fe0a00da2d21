import { ContentImage } from "../content/image.tsx";
import { PortableText } from "../content/portable-text.tsx";
import type { ServiceData } from "../content/queries/services.ts";
import { ServiceIcon } from "../site/service-icon.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Container, Section } from "../ui/container.tsx";
import { cx } from "../ui/cx.ts";
import { contactLink } from "./contact-link.ts";

/** One service under its anchor; pictures change sides down the page. */
export function ServiceSection({ service, index }: { service: ServiceData; index: number }) {
  const flipped = index % 2 === 1;
  return (
    <Section
      id={service.slug}
      labelledBy={`${service.slug}-title`}
      tone={flipped ? "tint" : "paper"}
      className={cx("scroll-mt-(--bar-height)", flipped && "border-y border-line")}
    >
      <Container className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className={cx(flipped && "lg:order-2")}>
          <ServiceIcon name={service.icon} className="size-10 text-accent" />
          <h2 id={`${service.slug}-title`} className="tight mt-6 text-3xl">
            {service.title}
          </h2>
          <p className="mt-4 max-w-[48ch] text-lg text-ink">{service.summary}</p>
          <div className="prose mt-5">
            <PortableText value={service.description} />
          </div>
          <Features features={service.features} />
          <ButtonLink to={contactLink(service.slug)} variant="secondary" className="mt-9">
            Ask about {service.title}
          </ButtonLink>
        </div>
        {service.image ? (
          <ContentImage
            image={service.image}
            sizes="(min-width: 80rem) 576px, (min-width: 64rem) 48vw, 100vw"
            widths={[480, 768, 1152, 1400]}
            priority={index === 0}
            className="rounded-xl border border-line"
          />
        ) : null}
      </Container>
    </Section>
  );
}

function Features({ features }: Pick<ServiceData, "features">) {
  if (features.length === 0) return null;
  return (
    <ul className="mt-8 grid gap-x-8 border-t border-line text-base sm:grid-cols-2">
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
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className="mt-1.5 size-4 flex-none text-accent"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="m3 10.5 4.5 4.5L17 5.5" />
    </svg>
  );
}
