/** First segments of the pages where somebody is busy (decisions, "Newsletter pop-up"), and of the newsletter's own pages. */
const BUSY = new Set(["login", "account", "admin", "questionnaire", "contract", "unsubscribe", "newsletter"]);

export function isPopupPath(pathname: string): boolean {
  return !BUSY.has(pathname.split("/")[1] ?? "");
}
