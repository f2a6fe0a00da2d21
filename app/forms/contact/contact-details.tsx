import type { ReactNode } from "react";
import type { SiteSettings } from "../../content/site-query.ts";
import { useTexts } from "../../content/use-texts.ts";
import { addressLines } from "../../model/format.ts";
import CONTACT_TEXTS from "../../model/texts/contact-form.json" with { type: "json" };
import { Lines } from "../../ui/lines.tsx";

export function ContactDetails({ email, phone, address }: Pick<SiteSettings, "email" | "phone" | "address">) {
  const texts = useTexts(CONTACT_TEXTS);
  return (
    <section aria-labelledby="contact-details" className="self-start lg:sticky lg:top-28">
      <h2 id="contact-details" className="text-2xl">
        {texts.detailsHeading}
      </h2>
      <dl className="mt-8 divide-y divide-line border-y border-line">
        <Detail term={texts.detailsEmail}>
          <a href={`mailto:${email}`} className="contact-link">
            {email}
          </a>
        </Detail>
        {phone ? (
          <Detail term={texts.detailsPhone}>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className="contact-link">
              {phone}
            </a>
          </Detail>
        ) : null}
        {address ? (
          <Detail term={texts.detailsAddress}>
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
