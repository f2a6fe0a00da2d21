/** Longest address that is kept: 200 characters, like every short text (decisions, "Questionnaire"). */
export const MAX_EMAIL = 200;

/** Specification 5, "Newsletter email": something, an at sign, a domain with a dot. Expects trimmed text. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
