export interface Badge {
  label: string;
  title: string;
  color: "primary" | "warning";
}

/** Returns the badge of a published document that visitors do not see; null for others. */
export function badgeOf(document: Record<string, unknown> & { _type: string }): Badge | null {
  if (document._type === "orderService" && document.active === false)
    return { label: "Not for sale", title: "The order form does not offer it", color: "warning" };
  if (document._type === "post" && String(document.publishedAt) > new Date().toISOString())
    return { label: "Waits for its date", title: "The site shows it from its date on", color: "primary" };
  return null;
}
