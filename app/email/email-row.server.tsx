import type { EmailTemplate } from "./email.ts";
import { ActionButton, Facts, Note, Opening, QuietAction, type Fact } from "./layout.server.tsx";
import { worded, type EmailWords } from "./words.ts";

/** An email of the common shape, as a row: opening, facts, note, and one link. */
interface EmailRow<Props extends object> {
  words: EmailWords;
  /** As in `EmailTemplate`: by default the props that are text. */
  values?: (props: Props) => Readonly<Record<string, string>>;
  facts?: (props: Props) => readonly Fact[];
  /** Whether the words' note is said; always by default. */
  hasNote?: (props: Props) => boolean;
  link: (props: Props) => string;
  /** The link is a small one, because the email asks for nothing. */
  isQuiet?: true;
  preview: Props;
  otherPreviews?: readonly Partial<Props>[];
}

/** Returns the template of a row. */
export function emailRow<Props extends object>({
  words,
  values,
  facts,
  hasNote = () => true,
  link,
  isQuiet,
  ...previews
}: EmailRow<Props>): EmailTemplate<Props> {
  const Action = isQuiet ? QuietAction : ActionButton;
  return {
    ...worded(words, values),
    Content: (props) => (
      <>
        <Opening />
        {facts ? <Facts facts={facts(props)} /> : null}
        {hasNote(props) ? <Note /> : null}
        <Action href={link(props)} />
      </>
    ),
    ...previews,
  };
}
