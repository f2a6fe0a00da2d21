/**
 * True for pages that may show the card form. Their content security policy alone allows Stripe's hosts, so links to and from them
 * load a new document.
 */
export function takesCards(pathname: string): boolean {
  return /^\/contract(?:\/|$)/i.test(pathname);
}
