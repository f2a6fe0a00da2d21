/** The admin's page of a contract's private link. `id` is the document's. */
export function offerLinkPath(id: string): string {
  return `/admin/contracts/${encodeURIComponent(id)}/link`;
}

/** Whether a contract is one that an admin has made: only those have a private link. */
export function isOffer(id: string): boolean {
  return id.startsWith("adminContract.");
}
