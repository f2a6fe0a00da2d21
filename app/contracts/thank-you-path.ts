/** Where a placed order ends. Both parts are opaque. */
export function thankYouPath(placed: { reference: string; confirmation: string }): string {
  return `/thank-you?${new URLSearchParams({ ref: placed.reference, order: placed.confirmation })}`;
}

const TOKEN = /^[\w-]{42}$/;

/** The printable confirmation of the order in a thank-you address, or null when it names none. */
export function confirmationPath(token: string | null): string | null {
  return token && TOKEN.test(token) ? `/order/${token}` : null;
}
