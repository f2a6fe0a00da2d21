import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { demoFields } from "../../app/model/demo.ts";
import { messageFields, questionnaireFields } from "../abuse/abuse-harness.ts";
import { ADMIN_EMAILS } from "../support/admins.ts";
import { pageToken, postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { placeOrder } from "../support/place-order.ts";
import { lakeClient, lakeTokens, outboxTexts, startSite } from "../support/site.ts";

// An architects' office in Rotterdam, whose owner has changed every text of the demo that names its company or its city: whatever
// still names them is code, and stays on somebody else's site.

const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));

const DEMO = /harborlight|lighthouse|new york|manhattan|\bNY\b|front street|555-0142|\b10004\b/gi;
/** Scripts hold the country's rules (`app/model/locale.ts`), with its states and its time zone. */
const COMPANY = /harborlight|lighthouse|front street|555-0142/gi;
const OWN: [RegExp, string][] = [
  [/Harborlight Technology Consulting/g, "Vandermeer & Zonen Architects"],
  [/harborlight/gi, "vandermeer"],
  [/48 Front Street/g, "Wijnhaven 3"],
  [/\(212\) 555-0142/g, "+31 10 123 4567"],
  [/New York, NY/g, "Rotterdam"],
  [/New York|Manhattan|\bNY\b/g, "Rotterdam"],
  [/lighthouse/gi, "bridge"],
  [/\b10004\b/g, "3011 WH"],
];

/** Returns a document whose texts are the owner's. Fields of the store, such as references, stay. */
function owned(value: unknown): unknown {
  if (typeof value === "string") return OWN.reduce((text, [demo, own]) => text.replaceAll(demo, own), value);
  if (Array.isArray(value)) return value.map(owned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name.startsWith("_") ? field : owned(field)]),
  );
}

async function takeOver(): Promise<void> {
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  const documents = await lake.fetch<{ _id: string; _type: string }[]>(
    `*[!(_type match "sanity.*" || _type match "system.*")]`,
  );
  const transaction = lake.transaction();
  for (const document of documents) transaction.createOrReplace(owned(document) as typeof document);
  transaction.patch("look", (patch) => patch.set({ showsDrawings: false }));
  transaction.patch("siteSettings", (patch) => patch.set({ "address.country": "NL" }));
  await transaction.commit({ visibility: "sync" });
  const left = await lake.fetch<object[]>(`*[!(_type match "sanity.*" || _type match "system.*")]`);
  expect(left.flatMap(demoFields)).toEqual([]);
}

/** What names the demo, each with its place and the words around it. */
const found: string[] = [];
function look(place: string, text: string, demo = DEMO): void {
  for (const { 0: words, index } of text.matchAll(demo))
    found.push(`${place}: ${text.slice(Math.max(0, index - 60), index + words.length + 40)}`);
}

const TEXTS = /text\/|json|xml|javascript|svg/;
const ADDRESS = /(?:href|src|content|action)="([^"]+)"|<loc>([^<]+)<\/loc>/g;
const NOT_OURS = /^\/(?:studio|admin|lake|auth)\b/;

/** Reads a page, and what it leads to on this site. Resolves to the paths that were read. */
async function crawl(starts: readonly string[]): Promise<Set<string>> {
  const seen = new Set(starts);
  for (const path of seen) {
    const response = await fetch(site.origin + path, { redirect: "manual" });
    const text = await response.text();
    if (!TEXTS.test(response.headers.get("content-type") ?? "")) continue;
    const isScript = /javascript/.test(response.headers.get("content-type") ?? "");
    look(path, text, isScript ? COMPANY : DEMO);
    if (isScript) continue;
    for (const [, attribute, loc] of text.matchAll(ADDRESS)) {
      const url = URL.parse((attribute ?? loc ?? "").replaceAll("&amp;", "&"), site.origin + path);
      if (url?.origin === site.origin && !NOT_OURS.test(url.pathname)) seen.add(url.pathname + url.search);
    }
  }
  return seen;
}

async function lookIntoPdf(path: string): Promise<void> {
  const bytes = await (await fetch(site.origin + path)).arrayBuffer();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  expect(text).toContain("Vandermeer");
  look(path, text);
}

test("no page, feed, file, PDF or email names the demo's company or its city", async () => {
  await takeOver();
  await expect.poll(async () => (await fetch(site.origin)).text()).toContain("Vandermeer &amp; Zonen");
  const { order, number } = await placeOrder(site, {
    "contactInfo.address.street": "Coolsingel 1",
    "contactInfo.address.city": "Rotterdam",
    "contactInfo.address.state": "",
    "contactInfo.address.zipCode": "3011 AA",
    "contactInfo.address.country": "NL",
    "contactInfo.phone": "+31 10 765 4321",
  });
  const token = await pageToken(site.origin);
  const phone = { "contactInfo.phone": "+31107654321", "contactPage.phone": "+31107654321" };
  for (const [path, fields] of [
    ["/contact", messageFields(token)],
    ["/newsletter", { email: "reader@client.example", source: "footer", ...token }],
    ["/questionnaire", questionnaireFields("A bridge", { ...phone, ...token })],
  ] as const)
    expect([path, (await postForm(site.origin + path, fields)).status < 400]).toEqual([path, true]);
  const files = ["/robots.txt", "/sitemap.xml", "/blog/rss.xml", "/manifest.webmanifest", "/llms.txt"];
  const paths = await crawl(["/", ...files, "/no/such/page", order, `${order}/invoices/${number}`]);
  expect(paths.size).toBeGreaterThan(60);
  for (const file of [number, "contract"]) await lookIntoPdf(`${order}/files/${file}.pdf`);
  await expect.poll(() => outboxTexts(site.dataDir).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(7);
  for (const mail of outboxTexts(site.dataDir))
    look(
      /^Subject: .*/m.exec(mail)?.[0] ?? "an email",
      mail.replaceAll(/^(?:Message-ID|To|X-\S+): .*$/gim, ""),
    );
  expect(found).toEqual([]);
});
