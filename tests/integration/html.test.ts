import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderEmail } from "../../app/email/render.server.tsx";
import { PREVIEW_BRAND } from "../../app/model/emails/brand.ts";
import { EMAIL_TEMPLATES } from "../../app/model/emails/index.ts";
import { orderFields } from "../abuse/abuse-harness.ts";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { actionResult, pageToken } from "../support/form-posts.ts";
import { PUBLIC_PAGES } from "../support/public-pages.ts";
import {
  sampleContract,
  sampleMessage,
  sampleQuestionnaire,
  sampleSubscriber,
  storeSamples,
} from "../support/sample-submissions.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../support/site.ts";
import { textBlocks } from "../support/text-blocks.ts";

const jar = createRequire(import.meta.url)("vnu-jar") as string;

/** Whether this machine has Java, in which the Nu HTML checker is written. */
export const hasJava = spawnSync("java", ["-version"]).status === 0;

interface Message {
  url: string;
  message: string;
  extract?: string;
}

/**
 * Returns the errors that the Nu HTML checker finds in pages, given by name; one process checks them all. It compiles little, which
 * takes a third of the time, and needs a larger stack for it.
 */
export async function htmlErrors(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), "html-"));
  try {
    const names = [...pages.keys()];
    const files = names.map((name, index) => {
      const file = join(directory, `${index}.html`);
      writeFileSync(file, pages.get(name) ?? "");
      return file;
    });
    const options = ["-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar];
    const checker = ["--errors-only", "--exit-zero-always", "--format", "json", "--stdout"];
    const { stdout } = await promisify(execFile)("java", [...options, ...checker, ...files], {
      maxBuffer: 50_000_000,
    });
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    return messages.map(({ url, message, extract }) => {
      const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])] ?? url;
      return `${name}: ${message} ${extract ?? ""}`;
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

// Every kind of page, and every email, is valid HTML, by the Nu HTML checker (vnu-jar). Needs Java: Debian's default-jre-headless.

let site: RunningSite;
let admin: string;
beforeAll(async () => {
  if (!hasJava) return;
  site = await startSite({ env: { ADMIN_EMAILS } });
  admin = await sessionCookie(site.dataDir);
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  for (const make of [sampleQuestionnaire, sampleContract, sampleMessage, sampleSubscriber])
    await storeSamples(lake, make, 4);
  const image = await lake.fetch<object>(`*[_id == "aboutPage"][0].image`);
  await lake.patch("legalPage-terms").append("body", textBlocks(image)).commit();
});
afterAll(() => site?.stop());

const OTHER_PAGES = [
  "/questionnaire",
  "/contract",
  "/search?q=care",
  "/search?q=zzzzz",
  "/thank-you",
  "/newsletter",
  "/unsubscribe?token=x",
  "/login",
  "/login/reset",
  "/order/none",
  "/no-such-page",
];

const ADMIN_PAGES = [
  "/account",
  "/guide/first-hour",
  "/admin",
  "/admin/figures",
  "/admin/outbox",
  "/admin/contracts/new",
  "/admin/contracts/contract.sample-3",
  "/admin/contracts/contract.sample-3/print",
  "/admin/questionnaires/questionnaire.sample-3",
  "/admin/messages/contact.sample-1",
  "/admin/subscribers/subscriber.sample-1",
];

/** What emails break on purpose, for programs that are no browsers. */
const EMAIL_RULES = [
  // react-email's XHTML doctype keeps tables tight in programs that take other ones for quirks mode.
  "Almost standards mode doctype.",
  // Outlook measures a button's padding by these two.
  "Property “mso-padding-alt” doesn't exist.",
  "Property “mso-text-raise” doesn't exist.",
  // Apple Mail before 2020 knows dark colors by this name only.
  "Property “supported-color-schemes” doesn't exist.",
];

const FORMS = ["/contact", "/questionnaire", "/contract", "/newsletter", "/login", "/login/reset"];

const ask = (path: string, init: RequestInit = {}, cookie = "") =>
  fetch(site.origin + path, { redirect: "manual", ...init, headers: { accept: "text/html", cookie } });

/** Returns the path of the page of an order. */
async function orderedPath(): Promise<string> {
  const fields = orderFields("Valid HTML", await pageToken(site.origin));
  const body = new URLSearchParams({ ...fields, intent: "place" });
  const placed = await ask("/contract.data", { method: "POST", body });
  return `/order/${(await actionResult<{ confirmation: string }>(placed)).confirmation}`;
}

test.skipIf(!hasJava)(
  `every page and email is valid HTML${hasJava ? "" : " (not checked: no Java on this machine)"}`,
  async () => {
    const pages = new Map<string, string>();
    const add = async (name: string, response: Response, statuses: number[]) => {
      expect([name, response.status]).toEqual([name, expect.toBeOneOf(statuses)]);
      pages.set(name, await response.text());
    };
    await add("away.html", await ask("/away.html"), [200]);
    for (const path of [...PUBLIC_PAGES, ...OTHER_PAGES]) await add(path, await ask(path), [200, 400, 404]);
    await add("an order", await ask(await orderedPath()), [200]);
    for (const path of ADMIN_PAGES) await add(path, await ask(path, {}, admin), [200]);
    for (const path of FORMS) {
      const body = path === "/questionnaire" ? new FormData() : new URLSearchParams();
      body.append("email", "x");
      await add(`POST ${path}`, await ask(path, { method: "POST", body }), [422]);
    }
    // The server's own page, which Remix does not render.
    await add("a guard's page", await ask("/%00"), [400]);
    const emails = new Map<string, string>();
    for (const { name: template, preview: props } of EMAIL_TEMPLATES) {
      const { html } = await renderEmail(
        { template, props },
        { templates: EMAIL_TEMPLATES, brand: PREVIEW_BRAND },
      );
      emails.set(`the email ${template}`, html);
    }
    const errors = await htmlErrors(new Map([...pages, ...emails]));
    const isOfEmails = (error: string) =>
      error.startsWith("the email ") && EMAIL_RULES.some((rule) => error.includes(rule));
    expect(errors.filter((error) => !isOfEmails(error))).toEqual([]);
    // A rule that no email breaks any more is not listed.
    expect(EMAIL_RULES.filter((rule) => !errors.some((error) => error.includes(rule)))).toEqual([]);
  },
);
