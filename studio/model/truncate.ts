/** About how many characters search engines show. */
export const SNIPPET_LENGTHS = { title: 60, description: 155 };

/** Truncates a text after the last word that fits, as search engines do. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length + 1);
  const words = kept.slice(0, Math.max(kept.search(/\s\S*$/), 0)).trimEnd();
  return `${words || text.slice(0, length)} …`;
}
