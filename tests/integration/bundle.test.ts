import { readFileSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PAGES } from "../../app/model/page-list.ts";
import {
  builtFiles as files,
  LATE_FILES,
  loadedWith,
  pageRoutes,
  readBuilt as read,
  scripts,
} from "../support/built-files.ts";

const assets = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));

/** Compressed as it is sent; tiny files are sent as they are. */
function bytes(name: string): number {
  return statSync(assets + (files.includes(`${name}.br`) ? `${name}.br` : name)).size;
}

/** What is heavy, by words that only its own code holds. */
const HEAVY = {
  "the card form": "react-stripe-js",
  charts: ", week of ",
  "the signature pad": "velocityFilterWeight",
  "telephone numbers from abroad": "formatInternational",
  uploads: "tus: unexpected",
  "the newsletter's card": "hasSubscribed",
} as const;

const publicPaths = [...PAGES.map(({ path }) => path), "/blog/:slug", "/:slug", "/thank-you", "/login"];
const publicRoutes = [...pageRoutes].flatMap(([id, path]) => (publicPaths.includes(path) ? [id] : []));

/** The budget of the browser test without the 3 kB of Remix's manifest. */
const MAX_HOME_BYTES = 93_200;

test("the home page's scripts stay within their budget, compressed", () => {
  const total = [...loadedWith("routes/home")].reduce((sum, name) => sum + bytes(name), 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(MAX_HOME_BYTES);
});

test.each(Object.entries(HEAVY))("%s: loaded only when it is used", (_, words) => {
  const own = files.filter((name) => name.endsWith(".js") && read(name).includes(words));
  expect(own.length).toBeGreaterThan(0);
  expect(publicRoutes).toHaveLength(publicPaths.length);
  for (const route of publicRoutes) {
    const loaded = loadedWith(route);
    expect({ route, early: own.filter((name) => loaded.has(name)) }).toEqual({ route, early: [] });
  }
});

test("every script is asked for by a page, or belongs to the list of those that come later", () => {
  const pages = [...pageRoutes.keys()].filter((id) => !LATE_FILES.includes(id.replace("routes/", "")));
  const loaded = new Set(pages.flatMap((id) => [...loadedWith(id)]));
  const late = scripts.filter((name) => !loaded.has(name));
  expect(new Set(late.map((name) => name.replace(/-[\w-]{8}\.js$/, "")))).toEqual(new Set(LATE_FILES));
});

/** Parts of addresses that lists of blockers refuse (EasyList, EasyPrivacy, Fanboy's Annoyances). */
const REFUSED =
  /analytics|advert|banner|consent|cookie|pop-?up|track|(?:^|[-_./])(?:ads?|gtag|gtm)(?:[-_./]|$)/i;

test("no file has a name that blockers refuse", () => {
  const names = files.map((name) =>
    name.replace(/-[\w-]{8}\.(?=\w+$)/, ".").replace(/-[\w-]{8}(?=\.\w+\.(?:br|gz)$)/, ""),
  );
  expect(names.filter((name) => REFUSED.test(name))).toEqual([]);
  for (const name of ["google-analytics.js", "consent-link.js", "popup-card.js", "ads.js", "api-ad.js"])
    expect(name).toMatch(REFUSED);
});

test("mails and what renders them stay on the server", () => {
  const words = /x-apple-disable-message-reformatting|supported-color-schemes|We received your message/;
  expect(files.filter((name) => name.endsWith(".js") && words.test(read(name)))).toEqual([]);
  const server = fileURLToPath(new URL("../../build/server/assets/", import.meta.url));
  const built = readdirSync(server).map((name) => readFileSync(server + name, "utf8"));
  expect(built.filter((code) => words.test(code))).not.toEqual([]);
});
