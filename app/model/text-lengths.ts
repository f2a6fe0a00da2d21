/** docs/decisions.md, "Questionnaire", for every form: maximum characters of one-line and of long text. */
export const SHORT_TEXT = 200;
export const LONG_TEXT = 5_000;
