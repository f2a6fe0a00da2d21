const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

// oxlint-disable-next-line no-control-regex -- these characters are exactly what XML 1.0 forbids, even escaped
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Escapes text for an XML element or attribute, without the characters that XML 1.0 forbids. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(FORBIDDEN, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Returns an element around the text, or an empty string without text. */
export function xmlElement(name: string, text: string | null | undefined, attributes = ""): string {
  return text ? `<${name}${attributes && ` ${attributes}`}>${escapeXml(text)}</${name}>` : "";
}
