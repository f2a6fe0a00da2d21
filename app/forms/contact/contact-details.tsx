import type { ReactNode } from "react";
import type { SiteSettings } from "../../content/site-query.ts";
import { addressLines } from "../../model/format.ts";
import { Lines } from "../../ui/lines.tsx";
import { CONTACT_TEXTS } from "./messages.ts";

const { details } = CONTACT_TEXTS;

export function ContactDetails({ email, phone, address }: Pick<SiteSettings, "email" | "phone" | "address">) {
  return (
    <section aria-labelledby="contact-details" className="self-start lg:sticky lg:top-28">
      <h2 id="contact-details" className="text-2xl">
        {CONTACT_TEXTS.detailsHeading}
      </h2>
      <dl className="mt-8 divide-y divide-line border-y border-line">
        <Detail term={details.email}>
          <a href={`mailto:${email}`} className="contact-link">
            {email}
          </a>
        </Detail>
        {phone ? (
          <Detail term={details.phone}>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className="contact-link">
              {phone}
            </a>
          </Detail>
        ) : null}
        {address ? (
          <Detail term={details.address}>
            <address className="py-2 not-italic">
              <Lines lines={addressLines(address)} />
            </address>
          </Detail>
        ) : null}
      </dl>
    </section>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-3 sm:grid-cols-[7rem_1fr] lg:grid-cols-1 xl:grid-cols-[7rem_1fr]">
      <dt className="text-sm text-ink-faint sm:py-2.5">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
