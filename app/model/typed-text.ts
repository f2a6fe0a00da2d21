/** docs/decisions.md, "Questionnaire", for every form: maximum characters of one-line and of long text. */
export const SHORT_TEXT = 200;
export const LONG_TEXT = 5_000;

/** docs/decisions.md, "Questionnaire": the pattern of an email address. */
export const EMAIL_ADDRESS = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;

/** Returns the text without line breaks and other control characters, trimmed. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").trim();

/**
 * Returns the text with LF line breaks, as browsers post CRLF but count one character; drops control characters other than
 * tabs.
 */
export const manyLines = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .trim();
