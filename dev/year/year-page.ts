import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { emailPath } from "../../app/model/admin-paths.ts";
import { addDays, addMonths, daysBetween } from "../../app/model/contracts/billing-dates.ts";
import { dateOf, formatDate, formatDay } from "../../app/model/format.ts";
import { escapeXml } from "../../app/platform/xml.ts";
import type { SiteInTime } from "./site-in-time.ts";

// The demo's page that moves time on: one form with three buttons, and what was sent on which day.

const STEPS = ["day", "week", "month"] as const;
type Step = (typeof STEPS)[number];

const HOUR_MS = 60 * 60 * 1000;
const MAX_BODY_BYTES = 100;
/** How long a day waits for its emails, in ms. */
const MAX_EMAILS_MS = 20_000;
const EMAILS_INTERVAL_MS = 20;

// Colors as in app/site/tokens.css.
const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fbfbf8, #0a1113); --ink: light-dark(#0b191f, #eef4f2);
  --soft: light-dark(#35464c, #b5c3c4); --line: light-dark(#d5dcdb, #26363a); --accent: light-dark(#0a5a5f, #62d2c7);
  --on-accent: light-dark(#fff, #04201f); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 56rem; margin: auto; padding: 3rem 1.5rem; }
h1 { margin: .25rem 0 0; font-size: clamp(1.75rem, 1.25rem + 2.5vw, 2.75rem); line-height: 1.1; letter-spacing: -.03em; }
h2 { margin: 3rem 0 0; font-size: 1.25rem; }
p { max-width: 65ch; margin: 1rem 0 0; color: var(--soft); }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
button { min-height: 3rem; padding: .5rem 1.5rem; border: 0; border-radius: .5rem; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
a { color: var(--accent); text-underline-offset: .25em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
ul, ol { margin: 1rem 0 0; padding: 0; list-style: none; }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; }
ol li { display: grid; gap: 0 1.5rem; padding: .75rem 0; border-top: 1px solid var(--line); }
ol span { color: var(--soft); overflow-wrap: anywhere; }
@media (min-width: 40rem) { ol li { grid-template-columns: 8rem minmax(0, 1fr) minmax(0, 16rem); } }
`;

export interface YearPageOptions {
  site: SiteInTime;
  /** Moves Stripe's stand-in on. Resolves when the site has heard of what happened there. */
  moveStripe(time: Date): Promise<void>;
}

/** Returns how many days a step takes: a month ends on the same day of the next one. */
function daysOf(step: Step, now: Date): number {
  const today = dateOf(now);
  const ends = { day: addDays(today, 1), week: addDays(today, 7), month: addMonths(today, 1) };
  return daysBetween(today, ends[step]);
}

/** Returns the same time on the company's next day, or an hour earlier or later if 24 hours miss that day because the clocks change. */
export function nextDay(now: Date): Date {
  const wanted = addDays(dateOf(now), 1);
  const times = [24, 23, 25].map((hours) => new Date(now.getTime() + hours * HOUR_MS));
  return times.find((time) => dateOf(time) === wanted) ?? now;
}

/** Waits until every email is written, with the prices and names of its day. */
async function settleEmails({ services }: SiteInTime): Promise<void> {
  const endsAt = Date.now() + MAX_EMAILS_MS;
  while ((await services.admin.outbox.load()).waiting?.count && Date.now() < endsAt)
    await sleep(EMAILS_INTERVAL_MS);
}

/** Goes on day by day, as the hourly jobs would, so that what falls due comes in its order. */
async function move({ site, moveStripe }: YearPageOptions, step: Step): Promise<void> {
  await settleEmails(site);
  for (let days = daysOf(step, site.now()); days > 0; days--) {
    const time = nextDay(site.now());
    site.setTime(time);
    await moveStripe(time);
    await site.runJobs();
    await settleEmails(site);
  }
}

const link = (href: string, text: string) => `<a href="${escapeXml(href)}">${escapeXml(text)}</a>`;

async function renderPage({ services, now }: SiteInTime): Promise<string> {
  const { waiting, written } = await services.admin.outbox.load();
  const { publicUrl } = services.env;
  const links = {
    Site: "/",
    "Order services": "/contract",
    Dashboard: "/admin",
    "All emails": "/admin/outbox",
  };
  const list = Object.entries(links).map(([name, path]) => `<li>${link(publicUrl + path, name)}`);
  const sent = (written?.rows ?? []).map(({ file, to, subject, date }) => {
    const day = formatDay(dateOf(new Date(date)));
    return `<li><span>${day}</span>${link(publicUrl + emailPath(file), subject)}<span>${escapeXml(to)}</span>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${waiting?.count ? '<meta http-equiv="refresh" content="1">' : ""}
<link rel="icon" href="data:,">
<title>A year in the demo</title>
<style>${STYLE}</style>
<main>
<span>In the demo it is</span>
<h1>${formatDate(dateOf(now()))}</h1>
<p>Order services by card or by invoice, then move the time on: the site and the stand-in for Stripe go through it day by day.
Renewals are charged, invoices issued, reminders sent. Time does not go back; the next start begins today, with nothing stored.
<form method="post">
${STEPS.map((step) => `<button name="step" value="${step}">One ${step}</button>`).join("\n")}
</form>
<nav><ul>${list.join("")}</ul></nav>
<h2>What was sent</h2>
${sent.length > 0 ? `<ol>${sent.join("")}</ol>` : "<p>Nothing yet."}
</main>`;
}

/** Returns the step that a request asks for, or the status of a refusal. */
async function readStep(request: IncomingMessage, origin: string): Promise<Step | 403 | 400> {
  if (request.headers.origin !== origin) return 403;
  if (!(Number(request.headers["content-length"]) <= MAX_BODY_BYTES)) return 400;
  const asked = new URLSearchParams(await text(request)).get("step");
  return STEPS.find((step) => step === asked) ?? 400;
}

/** Returns the server of the page; it listens on loopback alone. `GET` shows it, `POST` moves time on. */
export function createYearPage(options: YearPageOptions): Server {
  let moving = Promise.resolve();
  const server = createServer(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    try {
      if (request.method === "POST") {
        const step = await readStep(request, origin);
        if (typeof step === "number") return void response.writeHead(step).end();
        moving = moving.then(() => move(options, step));
        await moving;
        return void response.writeHead(303, { location: "/" }).end();
      }
      const html = await renderPage(options.site);
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(html);
    } catch (error) {
      moving = Promise.resolve();
      console.error(error);
      response.writeHead(500).end("The time could not be moved. The console says why.");
    }
  });
  return server.listen(0, "127.0.0.1");
}
