import { useEditable, textField } from "../../content/editable.ts";
import { useTexts } from "../../content/use-texts.ts";
import GET_STARTED from "../../model/texts/get-started.json" with { type: "json" };
import { ButtonLink } from "../../ui/button.tsx";
import { Container, Section } from "../../ui/container.tsx";
import { LineIcon } from "../../ui/line-icon.tsx";
import type { ChoiceData, GetStartedPageData } from "./query.ts";

type ChoicesProps = Omit<GetStartedPageData, "intro">;

/** Three ways to begin side by side, with contact details below. */
export function Choices({ questionnaire, contract, contact, contactDetails }: ChoicesProps) {
  return (
    <Section>
      <Container>
        <ul className="grid grid-cols-1 gap-6 lg:grid-cols-3">
          <Choice choice={questionnaire} name="questionnaire" primary />
          <Choice choice={contract} name="contract" />
          <Choice choice={contact} name="contact" />
        </ul>
        {contactDetails ? <Directly {...contactDetails} /> : null}
      </Container>
    </Section>
  );
}

interface ChoiceProps {
  choice: ChoiceData | null;
  /** Path of the page, and id of the button's text, which unlike the heading is a verb. */
  name: keyof typeof DRAWINGS;
  primary?: boolean;
}

/** Line drawings in the style of the service icons, a little larger. */
const DRAWINGS = {
  questionnaire: (
    <>
      <path d="M29 14V6a3 3 0 0 0-3-3H8a3 3 0 0 0-3 3v28a3 3 0 0 0 3 3h18a3 3 0 0 0 3-3v-5" />
      <path d="m10 11 1.8 1.8L15 9.5M10 20l1.8 1.8 3.2-3.3M19 11h5M19 20h2M10 30h8" />
      <path d="m22 28 1-4.5L33.2 13.300a2.1 2.1 0 0 1 3 0l.5.5a2.1 2.1 0 0 1 0 3L26.5 27 22 28Z" />
    </>
  ),
  contract: (
    <>
      <path d="M7 3h26v34l-4.3-3-4.4 3-4.3-3-4.3 3-4.4-3L7 37V3Z" />
      <path d="M13 12h8M13 19h8M13 26h5M27 12h.5M27 19h.5M25 26h2.5" />
    </>
  ),
  contact: (
    <>
      <rect x="3" y="8" width="34" height="24" rx="3" />
      <path d="m4 10.5 16 12 16-12M4 30l10.5-11.500M36 30 25.5 18.5" />
    </>
  ),
};

function Choice({ choice, name, primary = false }: ChoiceProps) {
  const texts = useTexts(GET_STARTED);
  const edit = useEditable();
  if (!choice) return null;
  return (
    <li className="flex flex-col rounded-xl border border-line bg-surface p-7 sm:p-9">
      <LineIcon box={40} stroke={1.5} className="size-12 text-accent">
        {DRAWINGS[name]}
      </LineIcon>
      <h2 className="mt-8 text-2xl">{choice.heading}</h2>
      {choice.text ? <p className="mt-3 mb-9 max-w-[44ch] text-ink-soft">{choice.text}</p> : null}
      <ButtonLink
        to={`/${name}`}
        {...edit(textField(GET_STARTED, name))}
        prefetch="intent"
        size="lg"
        variant={primary ? "primary" : "secondary"}
        className="mt-auto self-start max-sm:w-full"
      >
        {texts[name]}
      </ButtonLink>
    </li>
  );
}

function Directly({ email, phone }: NonNullable<ChoicesProps["contactDetails"]>) {
  const { directly } = useTexts(GET_STARTED);
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-6">
      <p className="text-ink-soft">{directly}</p>
      <a href={`mailto:${email}`} className="contact-link">
        {email}
      </a>
      {phone ? (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className="contact-link">
          {phone}
        </a>
      ) : null}
    </div>
  );
}
