/** Returns the thank-you page of a placed order; the reference number is opaque. */
export function thankYouPath(placed: { reference: string }): string {
  return `/thank-you?${new URLSearchParams({ ref: placed.reference })}`;
}
