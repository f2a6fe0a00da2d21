import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addDays, addMonths } from "../../app/model/contracts/billing-dates.ts";
import { dateOf, formatDate, formatDay } from "../../app/model/format.ts";
import { pageToken, postForm } from "../support/form-posts.ts";
import { orderVisitor } from "../support/order-visitor.ts";
import { freePort } from "../support/ports.ts";
import { start, waitFor, type RunningProcess } from "../support/process.ts";
import { WAIT } from "../support/timeouts.ts";

// `npm run start:demo -- --year`: what an owner sees of a year, beside settings of a real site that it must not touch.

const entry = fileURLToPath(new URL("../../dev/demo-server.ts", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "demo-"));
let demo: RunningProcess;
let site: string;
let year: string;
let stripe: string;

beforeAll(async () => {
  const port = await freePort();
  site = `http://localhost:${port}`;
  demo = start([entry, "--year"], {
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    TMPDIR: directory,
    PORT: String(port),
    DATA_DIR: join(directory, "real"),
    SANITY_PROJECT_ID: "real",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "real@example.com",
    STRIPE_SECRET_KEY: "sk_live_real",
    ADMIN_EMAILS: "owner@example.com",
  });
  await waitFor(`${site}/readyz`, demo);
  await vi.waitFor(() => expect(demo.output()).toContain("moves the time on"), WAIT);
  [year = "", stripe = ""] = [/The year +(\S+)/, /stand-in at (\S+),/].map(
    (line) => line.exec(demo.output())?.[1] ?? "",
  );
});
afterAll(async () => {
  await demo.stop();
  rmSync(directory, { recursive: true, force: true });
});

const move = (step: string, origin = year) => postForm(year, { step }, { origin });

const page = async () =>
  (await (await fetch(year)).text()).replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");

async function order(paymentMethod: "stripe" | "invoice", frequency: string): Promise<void> {
  const visitor = orderVisitor(site, stripe, {
    ...(await pageToken(site)),
    submissionId: randomUUID(),
    paymentMethod,
    "services.websiteMaintenance.selected": "on",
    "services.websiteMaintenance.paymentFrequency": frequency,
  });
  await (paymentMethod === "stripe" ? visitor.startOver() : visitor.order());
}

/** The data of the order form, which counts the next charges from its date. */
const orderPage = async () => (await fetch(`${site}/contract.data`)).text();

const MINUTE_MS = 60_000;

/** Waits for the next day in New York when it begins within `minutes`: the demo's days move on with it. */
async function passMidnight(minutes: number): Promise<void> {
  const soon = () => new Date(Date.now() + minutes * MINUTE_MS);
  while (dateOf(soon()) !== dateOf(new Date())) await sleep(1_000);
}

test("renewals, reminders and invoices come on their days", { timeout: 12 * MINUTE_MS }, async () => {
  await passMidnight(6);
  const today = dateOf(new Date());
  expect(await page()).toContain(formatDate(today));
  expect(await orderPage()).toContain(today);
  const [day = "", hour = ""] = new Date().toISOString().split("T");
  await order("stripe", "biannually");
  await order("invoice", "monthly");
  expect((await move("month")).status).toBe(303);
  expect(await page()).toContain(formatDate(addMonths(today, 1)));
  for (let months = 1; months < 6; months++) await move("month");
  await move("day");
  await move("week");
  // Stripe renews at the same time of a day in UTC, which is another day in New York where the clocks have changed.
  const [invoiced, renewsOn] = [addMonths(today, 1), dateOf(new Date(`${addMonths(day, 6)}T${hour}`))];
  const shown = await page();
  let moved = today;
  for (let months = 0; months < 6; months++) moved = addMonths(moved, 1);
  expect(shown).toContain(formatDate(addDays(moved, 8)));
  expect(await orderPage()).toContain(addDays(moved, 8));
  for (const [sentOn, subject] of [
    [today, "We received your order"],
    [invoiced, "Invoice INV-"],
    [addDays(renewsOn, -30), "Your services renew on"],
    [renewsOn, "Receipt for your renewal"],
  ])
    expect(shown).toContain(`${formatDay(sentOn ?? "")} ${subject}`);
});

test("prints every test card, also the ones that fail or ask for 3-D Secure at renewals", () => {
  const cards = ["4242 4242 4242 4242", "4000 0000 0000 0341", "4000 0027 6000 3184"];
  for (const card of cards) expect(demo.output()).toMatch(new RegExp(`^ +${card} +\\w`, "m"));
});

test("moves by nothing else, and for no other page", async () => {
  const before = await page();
  expect([
    (await move("year")).status,
    (await move("")).status,
    (await move("day", "https://evil.example")).status,
    (await fetch(year, { method: "POST", headers: { origin: year }, body: "x".repeat(1000) })).status,
  ]).toEqual([400, 400, 403, 400]);
  expect((await page()).slice(0, 200)).toBe(before.slice(0, 200));
});

test("touches nothing of a real site, and leaves nothing behind", async () => {
  expect(demo.output()).toMatch(/Off +mail/);
  expect(demo.output()).toContain(`Content   ${site}/lake`);
  expect(existsSync(join(directory, "real"))).toBe(false);
  expect(readdirSync(directory)).toHaveLength(1);
  expect(await demo.stop()).toBe(0);
  expect(readdirSync(directory)).toEqual([]);
});
