/** So many characters of each do search engines show, about. */
export const SHOWN = { title: 60, description: 155 };

/** Cut after the last word that fits, as search engines do. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length + 1);
  const words = kept.slice(0, Math.max(kept.search(/\s\S*$/), 0)).trimEnd();
  return `${words || text.slice(0, length)} …`;
}
