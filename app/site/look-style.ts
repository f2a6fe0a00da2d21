import type { Look } from "../content/look.ts";
import { accentTokens } from "../model/accent.ts";
import { FONTS } from "../model/look.ts";

/**
 * Returns the style sheet of an owner's look, which overrides tokens.css on screens; null when the site has its own. It stands
 * in the page, because another file would delay the first paint; the content security policy names its hash, computed
 * from this very text (entry.server.tsx). Made of checked colors, a listed font and hexadecimal digits only.
 */
export function lookStyle(look: Look | undefined): string | null {
  const rules = [
    ...(look?.accent ? Object.entries(colors(look.accent)) : []),
    ...(look?.font ? [["--font-sans", FONTS[look.font].family]] : []),
  ].map(([name, value]) => `${name}:${value}`);
  const root = rules.length > 0 ? `@media screen{:root{${rules.join(";")}}}` : "";
  const drawings = look?.hidesDrawings ? ".harbour-chart,.contours{display:none}" : "";
  const dismissed = look?.announcement
    ? `:root[data-dismissed="${look.announcement.id}"] .announcement{display:none}`
    : "";
  return root + drawings + dismissed || null;
}

function colors({ light, dark }: NonNullable<Look["accent"]>): Record<string, string> {
  const tokens = accentTokens(light, dark);
  return Object.fromEntries(
    Object.entries(tokens.light).map(([name, color]) => [
      `--color-${name}`,
      `light-dark(${color},${tokens.dark[name as keyof typeof tokens.dark]})`,
    ]),
  );
}
