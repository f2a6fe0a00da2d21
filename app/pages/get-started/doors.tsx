import type { ReactNode } from "react";
import type { DoorData, GetStartedPageData } from "./query.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Container, Section } from "../../ui/container.tsx";
import { ContactDrawing, OrderDrawing, QuestionnaireDrawing } from "./door-drawings.tsx";

type DoorsProps = Omit<GetStartedPageData, "intro">;

/** Three ways to begin, side by side, and the plain ones under them. */
export function Doors({ questionnaire, contract, contact, contactDetails }: DoorsProps) {
  return (
    <Section>
      <Container>
        <ul className="grid gap-6 lg:grid-cols-3">
          <Door door={questionnaire} to="/questionnaire" action="Describe your project" primary>
            <QuestionnaireDrawing />
          </Door>
          <Door door={contract} to="/contract" action="Choose services">
            <OrderDrawing />
          </Door>
          <Door door={contact} to="/contact" action="Send a message">
            <ContactDrawing />
          </Door>
        </ul>
        {contactDetails ? <Directly {...contactDetails} /> : null}
      </Container>
    </Section>
  );
}

interface DoorProps {
  door: DoorData | null;
  to: string;
  /** What the button says; unlike the heading it is a verb. */
  action: string;
  primary?: boolean;
  children: ReactNode;
}

function Door({ door, to, action, primary = false, children }: DoorProps) {
  if (!door) return null;
  return (
    <li className="flex flex-col rounded-xl border border-line bg-surface p-7 sm:p-9">
      <div className="text-accent">{children}</div>
      <h2 className="mt-8 text-2xl">{door.heading}</h2>
      {door.text ? <p className="mt-3 mb-9 max-w-[44ch] text-ink-soft">{door.text}</p> : null}
      <ButtonLink
        to={to}
        prefetch="intent"
        size="lg"
        variant={primary ? "primary" : "secondary"}
        className="mt-auto self-start max-sm:w-full"
      >
        {action}
      </ButtonLink>
    </li>
  );
}

const LINK = "inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline";

function Directly({ email, phone }: NonNullable<DoorsProps["contactDetails"]>) {
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-6">
      <p className="text-ink-soft">Or directly:</p>
      <a href={`mailto:${email}`} className={LINK}>
        {email}
      </a>
      {phone ? (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className={LINK}>
          {phone}
        </a>
      ) : null}
    </div>
  );
}
