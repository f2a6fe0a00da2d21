/**
 * What a page needs of Stripe: the card form its scripts and frames, an order the way to the customer portal, others nothing.
 * Their content security policies differ, so links from one kind to another load a new document.
 */
export function stripeUse(pathname: string): "card-form" | "portal" | null {
  if (/^\/contract(?:\/|$)/i.test(pathname)) return "card-form";
  return /^\/order\//i.test(pathname) ? "portal" : null;
}
