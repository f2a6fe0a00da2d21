/**
 * Whether a page may hold the card form. Only such pages may use Stripe's hosts, by the content security policy that they
 * are sent with; so they are entered and left with a document of their own, never by a navigation inside another one.
 */
export function takesCards(pathname: string): boolean {
  return /^\/contract(?:\/|$)/i.test(pathname);
}
