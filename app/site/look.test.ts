import { expect, test } from "vitest";
import { readLook } from "../content/look.server.ts";
import type { SiteResult } from "../content/site-query.ts";
import { MAIN_LINKS } from "../model/page-list.ts";
import { lookStyle } from "./look-style.ts";
import { navigationOf } from "./navigation.ts";
import type { SiteData } from "./site-data.ts";

type Stored = NonNullable<SiteResult["look"]>;

const EMPTY: Stored = {
  logo: null,
  logoDark: null,
  icon: null,
  logoShowsName: null,
  logoSize: null,
  accentColor: null,
  accentColorDark: null,
  font: null,
  showsDrawings: null,
  navigation: null,
  button: null,
  footerLinks: null,
  announcement: null,
};

const read = (stored: Partial<Stored>, now = "2026-11-22T12:00:00Z") => {
  const warnings: string[] = [];
  const look = readLook(
    { ...EMPTY, ...stored },
    { now: new Date(now), warn: (message) => warnings.push(message) },
  );
  return { look, warnings };
};

test("an untouched look sends nothing with a page", () => {
  expect(readLook(null, { now: new Date(), warn: () => {} })).toBeUndefined();
  expect(read({ font: "instrument-sans", navigation: [], announcement: null }).look).toBeUndefined();
  expect(lookStyle(undefined)).toBeNull();
});

test("a color that cannot be read is ignored with a line in the log, and so is what is no color", () => {
  const { look, warnings } = read({ accentColor: "#ffcc00" });
  expect(look).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("contrast is 1.3:1")]);
  expect(read({ accentColor: "red;}body{display:none" }).look).toBeUndefined();
  expect(read({ accentColor: "#7A1F4B", accentColorDark: "#333333" }).look?.accent).toEqual({
    light: "#7a1f4b",
    dark: null,
  });
});

const picture = (width: number, height: number) => ({
  assetPath: `images/local/production/a-${width}x${height}.png`,
  width,
  height,
  lqip: null,
  alt: null,
  hotspot: null,
  crop: null,
});

test("icons are the owner's picture, a logo that is about square, or the mark in their color", () => {
  const assetPath = (stored: Partial<Stored>) => read(stored).look?.icon?.image.assetPath;
  expect(assetPath({ logo: picture(64, 64), icon: picture(512, 512) })).toContain("512x512");
  expect(assetPath({ logo: picture(64, 64) })).toContain("64x64");
  expect(assetPath({ logo: picture(300, 60) })).toBeUndefined();
  const versions = [
    { accentColor: "#7a1f4b" },
    { accentColor: "#0a5a5f" },
    { icon: picture(512, 512) },
    { logo: picture(300, 60) },
  ].map((stored) => read(stored).look?.iconVersion);
  expect(versions.map((version) => version !== undefined)).toEqual([true, true, true, false]);
  expect(new Set(versions).size).toBe(4);
});

test("the style sheet of a look overrides the tokens in both themes", () => {
  const style = lookStyle({ accent: { light: "#7a1f4b", dark: "#ff9ec7" }, font: "figtree" });
  expect(style).toContain("--color-accent:light-dark(#7a1f4b,#ff9ec7)");
  expect(style).toContain('--font-sans:"Figtree Variable"');
  expect(style).not.toContain("<");
});

test("links that lead nowhere are left out; without any the navigation is the site's own", () => {
  const { look } = read({
    navigation: [
      { label: "Method", to: "/our-method" },
      { label: "Not published", to: null },
      { label: "Script", to: "javascript:alert(1)" },
      { label: "Elsewhere", to: "//evil.example" },
      { label: "Partner", to: "https://partner.example/" },
    ],
  });
  const site = { look } as SiteData;
  const labels = navigationOf(site).main.map(({ label }) => label);
  expect(labels).toEqual(["Method", "Partner"]);
  expect(navigationOf(site).footer.map(({ label }) => label)).toEqual(
    MAIN_LINKS.slice(1).map(({ label }) => label),
  );
  expect(navigationOf(undefined).main).toBe(MAIN_LINKS);
});

test("an announcement is shown in its time, and has a new id when its words change", () => {
  const announcement = {
    text: "We move",
    from: "2026-11-22T00:00:00Z",
    until: "2026-11-23T00:00:00Z",
    link: null,
  };
  const shown = (now?: string) => read({ announcement }, now).look?.announcement;
  expect(shown("2026-11-21T23:59:59Z")).toBeUndefined();
  expect(shown()).toMatchObject({ text: "We move", id: expect.stringMatching(/^[0-9a-f]{12}$/) });
  expect(shown("2026-11-23T00:00:00Z")).toBeUndefined();
  const other = read({ announcement: { ...announcement, text: "We moved" } }).look?.announcement;
  expect(other?.id).not.toBe(shown()?.id);
  expect(lookStyle({ announcement: shown()! })).toContain(`[data-dismissed="${shown()?.id}"]`);
});

test("an owner who wants no contour lines and no beam gets none", () => {
  expect(read({ showsDrawings: true }).look).toBeUndefined();
  expect(lookStyle(read({ showsDrawings: false }).look)).toBe(".harbour-chart,.contours{display:none}");
});
