import { ContactForm } from "../../forms/contact/contact-form.tsx";
import type { ContactFormView } from "../../forms/contact/messages.ts";
import { PageForm } from "../../forms/newsletter/page-form.tsx";
import { SectionHeader, type SectionTexts } from "../../site/page-header.tsx";
import { useSite } from "../../site/site-data.ts";
import { Container, Section } from "../../ui/container.tsx";

interface FormSectionProps {
  form: "contact" | "newsletter";
  texts: SectionTexts;
  /** Null when the page has no contact form. */
  contactForm: ContactFormView | null;
}

/** A form that posts to the page of its own, where visitors without scripts see what became of it. */
export function FormSection({ form, texts, contactForm }: FormSectionProps) {
  const email = useSite()?.settings.email ?? "";
  return (
    <Section labelledBy={texts.id}>
      <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
        <SectionHeader {...texts} />
        {form === "contact" && contactForm ? <ContactForm email={email} form={contactForm} /> : null}
        {form === "newsletter" ? (
          <div className="max-w-md">
            <PageForm />
          </div>
        ) : null}
      </Container>
    </Section>
  );
}
