/**
 * Which option of the contact form a page service preselects. The two lists are different on purpose (decisions.md keeps
 * the taxonomies apart); where no option fits by name, the open one does.
 */
const OPTIONS: Record<string, string> = {
  "web-development": "Web Development",
  "data-analytics": "Data Analytics",
  "machine-learning": "Machine Learning",
};

export function contactLink(slug: string): string {
  return `/contact?${new URLSearchParams({ service: OPTIONS[slug] ?? "Custom Solution" })}`;
}
