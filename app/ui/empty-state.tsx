import { ButtonLink } from "./button.tsx";
import { Container, Section } from "./container.tsx";

interface EmptyStateProps {
  text: string;
  /** Links to go on with. */
  to: string;
  label: string;
}

export function EmptyState({ text, to, label }: EmptyStateProps) {
  return (
    <Section>
      <Container>
        <div className="rounded-xl border border-dashed border-edge px-6 py-14 text-center">
          <p className="mx-auto max-w-[34em] text-lg text-ink-soft">{text}</p>
          <ButtonLink to={to} variant="secondary" className="mt-6">
            {label}
          </ButtonLink>
        </div>
      </Container>
    </Section>
  );
}
