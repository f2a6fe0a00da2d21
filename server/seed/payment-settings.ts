import type { SanityClient } from "@sanity/client";

interface SiteSettings {
  _rev: string;
  companyName?: string;
  legalName?: string;
  email?: string;
  chequeInstructions?: string;
  emails?: { replyTo?: string };
}

const MOVED = ["chequeInstructions", "emails.replyTo"];

/**
 * Moves the payee, how to pay and the address for replies out of the site settings, where earlier versions had them and editors
 * could change them. Does nothing once the document exists. `client` holds the write token and sees drafts.
 */
export async function movePaymentSettings(client: SanityClient): Promise<void> {
  const { payment, settings, draft } = await client.fetch<{
    payment: string | null;
    settings: SiteSettings | null;
    draft: string | null;
  }>(`{
    "payment": *[_id == "paymentSettings"][0]._id,
    "settings": *[_id == "siteSettings" && _type == "siteSettings"][0],
    "draft": *[_id == "drafts.siteSettings"][0]._id
  }`);
  if (payment || !settings) return;
  const { chequeInstructions, emails } = settings;
  const transaction = client
    .transaction()
    .create({
      _id: "paymentSettings",
      _type: "paymentSettings",
      payee: settings.legalName || settings.companyName || "",
      replyTo: emails?.replyTo || settings.email || "",
      ...(chequeInstructions ? { chequeInstructions } : {}),
    })
    .patch("siteSettings", (patch) => patch.ifRevisionId(settings._rev).unset(MOVED));
  if (draft) transaction.patch(draft, (patch) => patch.unset(MOVED));
  await transaction.commit({ visibility: "async" });
}
