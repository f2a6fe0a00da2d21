/** Four and four of Crockford's letters, as the submissions make them; lower case is forgiven. */
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/**
 * The reference number of an address, if it is one. Anything else is null, so that nobody can write a text of their own
 * onto the page by sending someone a link.
 */
export function submissionReference(value: string | null): string | null {
  const reference = value?.trim().toUpperCase() ?? "";
  return REFERENCE.test(reference) ? reference : null;
}
