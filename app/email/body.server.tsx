import type { EmailBrand } from "../model/emails/brand.ts";
import type { EmailTemplate, EmailWording } from "../model/emails/template.ts";
import { ActionButton, Amounts, Facts, Paragraph, QuietLink } from "./layout.server.tsx";

/** Longest quotation, in UTF-16 units. */
const MAX_QUOTE = 2_000;
const QUOTE = { margin: "0 0 24px", padding: "0 0 0 16px", borderLeft: "3px solid #8a94a0" };

/** What somebody wrote, quoted and cut where it is long. */
function Quote({ children }: { children: string }) {
  const isCut = children.length > MAX_QUOTE;
  return (
    <blockquote style={QUOTE}>
      <Paragraph>{isCut ? `${children.slice(0, MAX_QUOTE).trimEnd()} …` : children}</Paragraph>
    </blockquote>
  );
}

interface EmailBodyProps {
  template: EmailTemplate;
  props: object;
  words: EmailWording;
  brand: EmailBrand;
}

/** What an email says: what happened, amounts and facts, more, one action. */
export function EmailBody({ template, props, words, brand }: EmailBodyProps) {
  const { isNoteFirst = false, isFactsFirst = false, isQuiet = false } = template;
  const rows = template.amounts?.(props) ?? [];
  const amounts = rows.length > 0 ? <Amounts rows={rows} /> : null;
  const facts = template.facts ? <Facts facts={template.facts(props)} /> : null;
  const quote = template.quote?.(props);
  const href = template.link?.(props);
  const policyVersion = template.policyVersion?.(props);
  const note = words.note ? <Paragraph>{words.note}</Paragraph> : null;
  const Action = isQuiet ? QuietLink : ActionButton;
  return (
    <>
      <Paragraph>{words.opening}</Paragraph>
      {isNoteFirst ? note : null}
      {isFactsFirst ? facts : amounts}
      {isFactsFirst ? amounts : facts}
      {quote ? <Quote>{quote}</Quote> : null}
      {template.paragraphs?.(props, brand).map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      {isNoteFirst ? null : note}
      {href === undefined ? null : (
        <Action brand={brand} href={href}>
          {words.button}
        </Action>
      )}
      {template.links?.(props).map(({ label, href: to }) => (
        <QuietLink key={to} brand={brand} href={to}>
          {label}
        </QuietLink>
      ))}
      {policyVersion ? (
        <QuietLink
          brand={brand}
          href={`${brand.url}/policy`}
        >{`You agreed to our service order policy, version ${policyVersion}`}</QuietLink>
      ) : null}
    </>
  );
}
