/** Returns the thank-you page of a placed order. Both parameters are opaque. */
export function thankYouPath(placed: { reference: string; confirmation: string }): string {
  return `/thank-you?${new URLSearchParams({ ref: placed.reference, order: placed.confirmation })}`;
}

const TOKEN = /^[\w-]{42}$/;

/** Returns the path of the printable confirmation for a token, or null when it is malformed. */
export function confirmationPath(token: string | null): string | null {
  return token && TOKEN.test(token) ? `/order/${token}` : null;
}
