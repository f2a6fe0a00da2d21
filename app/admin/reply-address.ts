/**
 * Where a click on what a visitor gave as `Email` or `Phone` (`Telephone` in contracts) leads: `mailto:` or `tel:`; null for anything else. What a visitor
 * wrote must not add a subject or further recipients to the mail, so only plain addresses and numbers become links.
 */
export function replyAddress(label: string, value: string): string | null {
  if (label === "Email" && /^[\w.+'-]+@[\w.-]+$/.test(value)) return `mailto:${value}`;
  if ((label === "Phone" || label === "Telephone") && /^\+?[\d\s().-]{5,}$/.test(value))
    return `tel:${value.replace(/[^\d+]/g, "")}`;
  return null;
}
