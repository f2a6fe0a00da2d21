import { textField, useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import { useTexts } from "../../content/use-texts.ts";
import { formatCents } from "../../model/contracts/money.ts";
import type { CatalogueEntry } from "../../model/contracts/services.ts";
import { plusTax, type Tax } from "../../model/contracts/tax.ts";
import READING from "../../model/texts/reading.json" with { type: "json" };
import { fillIn } from "../../model/texts/texts.ts";
import { ServiceIcon } from "../../site/drawings.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Container, Section } from "../../ui/container.tsx";
import { LineIcon } from "../../ui/line-icon.tsx";
import type { ServiceData } from "./query.ts";

interface ServiceSectionProps {
  service: ServiceData;
  /** Whether its image is visible when the page opens. */
  first: boolean;
  /** The tax on orders, or null if there is none. */
  tax: Tax | null;
}

/** One service under its anchor; its name stays visible beside the image and the details. */
export function ServiceSection({ service, first, tax }: ServiceSectionProps) {
  const edit = useEditable();
  const words = useTexts(READING);
  const { _id, slug, title, icon, summary, description, features, image, orders } = service;
  const document = { id: _id, type: "pageService" };
  return (
    <Section
      id={slug}
      labelledBy={`${slug}-title`}
      className="-scroll-mt-6 border-t border-line first-of-type:border-t-0"
    >
      <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <div
          {...edit({ ...document, path: "summary" })}
          className="lg:sticky lg:top-[calc(var(--bar-height)+3rem)] lg:self-start"
        >
          <ServiceIcon name={icon} className="size-12 text-accent" />
          <h2 id={`${slug}-title`} tabIndex={-1} className="tight mt-7 text-3xl">
            {title}
          </h2>
          <p className="mt-5 max-w-[38ch] text-lg text-ink-soft">{summary}</p>
        </div>
        <div>
          {image ? (
            <ContentImage
              image={image}
              shows={{ ...document, path: "image" }}
              sizes="(min-width: 80rem) 680px, (min-width: 64rem) 56vw, 100vw"
              size="feature"
              priority={first}
              className="rounded-xl border border-line"
            />
          ) : null}
          <div className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2">
            <div {...edit({ ...document, path: "description" })} className="prose">
              <PortableText value={description} />
            </div>
            <Features features={features} />
          </div>
          {orders.length > 0 ? <Prices orders={orders} tax={tax} /> : null}
          <div className="mt-9 flex flex-wrap gap-3">
            {orders.length > 0 ? (
              <ButtonLink {...edit(textField(READING, "orderService"))} to="/contract">
                {words.orderService} <span className="sr-only">{title}</span>
              </ButtonLink>
            ) : null}
            <ButtonLink
              {...edit(textField(READING, "askAboutService"))}
              to={contactLink(slug)}
              variant="secondary"
              className="wrap-anywhere"
            >
              {fillIn(words.askAboutService, { service: title })}
            </ButtonLink>
          </div>
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

/** Links to the services of the page. Plain anchors, so they work before hydration. */
export function ServiceIndex({ services }: { services: readonly ServiceData[] }) {
  if (services.length === 0) return null;
  return (
    <nav aria-label="Services on this page" className="mt-10">
      <ul className="grid gap-2 sm:flex sm:flex-wrap sm:gap-3">
        {services.map(({ slug, title, icon }) => (
          <li key={slug}>
            <a
              href={`#${encodeURIComponent(slug)}`}
              className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface py-2 pr-5 pl-4 font-semibold wrap-anywhere transition-[border-color,color] hover:border-accent hover:text-accent"
            >
              <ServiceIcon name={icon} className="size-6 flex-none text-accent" />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the contact form with the choice that means a service. */
export const contactLink = (slug: string): string => `/contact?${new URLSearchParams({ service: slug })}`;

/** `$120.00 a month`, `$500.00`. */
export const priceText = ({ priceCents, kind }: Pick<CatalogueEntry, "priceCents" | "kind">): string =>
  formatCents(priceCents) + (kind === "monthly" ? " a month" : "");

/** What can be ordered of a service, each at the price of the order form. */
function Prices({ orders, tax }: { orders: readonly CatalogueEntry[]; tax: Tax | null }) {
  const words = useTexts(READING);
  return (
    <div className="mt-8 max-w-[34rem]">
      <h3 className="text-base">{words.orderedServices}</h3>
      <dl className="mt-2 border-t border-line">
        {orders.map((entry) => (
          <div key={entry.serviceId} className="flex justify-between gap-6 border-b border-line py-2">
            <dt className="min-w-0 wrap-anywhere">{entry.title}</dt>
            <dd className="figures flex-none">{priceText(entry)}</dd>
          </div>
        ))}
      </dl>
      {tax ? <p className="mt-3 text-sm text-ink-faint">{plusTax(tax)}</p> : null}
    </div>
  );
}
