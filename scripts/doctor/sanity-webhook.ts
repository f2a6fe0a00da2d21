import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import { WEBHOOK_PATH } from "../../server/webhook.ts";
import { ask, hostedCheck, isHosted, sanityPage } from "./check.ts";

const MEANING: Record<number, string> = {
  401: "refuses SANITY_WEBHOOK_SECRET, because it runs with another one",
  404: "has no webhook: it runs without SANITY_WEBHOOK_SECRET",
};

export const sanityWebhook = hostedCheck({
  id: "sanity-webhook",
  expects: "the site takes a webhook that is signed with SANITY_WEBHOOK_SECRET",
  todo: "Put the secret of Sanity's webhook to /webhooks/sanity into .env, and restart the site.",
  page: sanityPage("api/webhooks"),
  isOn: (env) => isHosted(env) && env.content.webhookSecret !== undefined,
  async run({ env }) {
    const url = env.publicUrl + WEBHOOK_PATH;
    // No page shows such a document.
    const body = JSON.stringify({ _id: "doctor.check", _type: "doctor" });
    const signature = await encodeSignatureHeader(body, Date.now(), env.content.webhookSecret ?? "");
    const headers = { "content-type": "application/json", [SIGNATURE_HEADER_NAME]: signature };
    const { status, ok } = await ask(url, { method: "POST", body, headers });
    if (ok) return [];
    return [{ wrong: `The site at ${url} ${MEANING[status] ?? `answers a webhook with ${status}`}.` }];
  },
});
