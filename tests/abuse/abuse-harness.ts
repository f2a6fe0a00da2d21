import { randomUUID } from "node:crypto";
import type { SanityClient } from "@sanity/client";
import { questions } from "../../app/model/questionnaire-steps.ts";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { pageToken } from "../support/form-posts.ts";
import { outboxMails } from "../support/site.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../support/site.ts";

/** A running site, and visitors with an IP each, so that no rate limit interferes. */
export interface AbuseHarness {
  site: RunningSite;
  store: SanityClient;
  /** The hidden fields of this site's forms. */
  mark: { formToken: string };
  post(path: string, body: BodyInit, headers?: Record<string, string>): Promise<Response>;
  /** As an admin. */
  read(path: string): Promise<{ status: number; text: string; headers: Headers }>;
  /** The emails sent so far. */
  mails(): string[];
  stop(): Promise<void>;
}

export async function openAbuseHarness(
  env: Record<string, string> = {},
  start: (options: { env: Record<string, string> }) => Promise<RunningSite> = startSite,
): Promise<AbuseHarness> {
  const site = await start({ env: { ADMIN_EMAILS, TRUST_PROXY: "true", ...env } });
  const cookie = await sessionCookie(site.dataDir);
  let visitors = 0;
  return {
    site,
    store: lakeClient(site, lakeTokens(site.dataDir).write),
    mark: await pageToken(site.origin),
    post(path, body, headers = {}) {
      visitors += 1;
      const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
      return fetch(site.origin + path, {
        method: "POST",
        redirect: "manual",
        headers: { origin: site.origin, "x-forwarded-for": address, ...headers },
        body,
      });
    },
    async read(path) {
      const response = await fetch(site.origin + path, { headers: { cookie } });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    mails: () => outboxMails(site.dataDir),
    stop: async () => void (await site.stop()),
  };
}

/** A complete contact message. */
export const messageFields = (fields: Record<string, string> = {}) => ({
  name: "Ada Lovelace",
  email: "visitor@example.com",
  message: "Hello",
  submissionId: randomUUID(),
  ...fields,
});

/** A complete questionnaire with the same text in every text field. */
export function questionnaireFields(
  words: string,
  fields: Record<string, string> = {},
): Record<string, string> {
  const answers = questions.map(({ name, kind, choices }) => {
    const known = { email: "visitor@example.com", phone: "2125550142", zip: "10004" }[kind as string];
    return [name, known ?? choices?.at(-1)?.value ?? words];
  });
  return { ...Object.fromEntries(answers), submissionId: randomUUID(), ...fields };
}

const CONTACT = ["firstName", "lastName", "companyName"];
const ADDRESS = ["street", "street2", "city", "state", "zipCode"];

/** A complete order by invoice with the same text in every text field. */
export function orderFields(words: string, fields: Record<string, string> = {}): Record<string, string> {
  const paths = [...CONTACT, ...ADDRESS.map((name) => `address.${name}`)];
  const { submissionId = randomUUID() } = fields;
  return {
    ...Object.fromEntries(paths.map((path) => [`contactInfo.${path}`, words])),
    "contactInfo.phone": "(212) 555-0142",
    "contactInfo.email": "visitor@example.com",
    "contactInfo.address.zipCode": "10004",
    "services.domainSetup.selected": "on",
    paymentMethod: "invoice",
    agreedToTerms: "on",
    signature: words,
    wish: words,
    couponCode: words,
    submissionId,
    orderSecret: submissionId,
    ...fields,
  };
}
