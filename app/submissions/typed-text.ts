/** docs/decisions.md, "Questionnaire", which hold for every form: characters of a one-line and of a long text. */
export const SHORT_TEXT = 200;
export const LONG_TEXT = 5_000;

/** docs/decisions.md, "Questionnaire": what an e-mail address looks like. */
export const EMAIL_ADDRESS = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;

/** A one-line field has no line breaks or other control characters, whatever was posted. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").trim();

/** Browsers post line breaks as CRLF but count them as one character; tabs and breaks stay, other controls go. */
export const manyLines = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .trim();

const US_PHONE = /^(?:\+?1[\s.-]*)?\(?(?<area>\d{3})\)?[\s.-]*(?<exchange>\d{3})[\s.-]*(?<line>\d{4})$/;

/** A US telephone number as the questionnaire writes it, `(123) 456-7890`; any other as it was typed. */
export const phoneNumber = (text: string): string => text.replace(US_PHONE, "($<area>) $<exchange>-$<line>");
