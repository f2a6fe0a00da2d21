import type { ClientReturn } from "@sanity/client";
import { payTermsOf } from "../model/contracts/pay-by.ts";
import type { EmailBrand } from "../model/emails/brand.ts";
import { addressLines } from "../model/format.ts";
import { EMAIL_TEXTS } from "../model/text-groups.ts";
import { changedTexts } from "../model/texts/texts.ts";
import type { ContentStore } from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import { emailBrandQuery } from "./brand-query.ts";

type Settings = ClientReturn<typeof emailBrandQuery>;

/** How long the settings are used before they are read again, in ms. */
const FRESH_MS = 60_000;

const ACCENT = /^#[0-9a-f]{6}$/i;

function toBrand(settings: Settings, url: string): EmailBrand {
  const companyName = settings?.companyName || new URL(url).hostname;
  const { senderName, accentColor } = settings?.emails ?? {};
  return {
    companyName,
    legalName: settings?.legalName || companyName,
    senderName: senderName || settings?.companyName || "",
    replyTo: settings?.payment?.replyTo ?? "",
    phone: settings?.phone ?? "",
    postalAddress: addressLines(settings?.address ?? {}).join(", "),
    accentColor: [accentColor, settings?.lookAccent].find((color) => color && ACCENT.test(color)) ?? null,
    payee: settings?.payment?.payee || settings?.legalName || companyName,
    payTerms: payTermsOf(settings?.payment),
    texts: settings?.texts ? (changedTexts([EMAIL_TEXTS], [settings.texts])[EMAIL_TEXTS.type] ?? {}) : {},
    url,
  };
}

interface BrandOptions {
  client: Pick<ContentStore["readClient"], "fetch">;
  publicUrl: string;
  now?: () => number;
}

/**
 * Returns a function that resolves to the company as the site settings name it, at most a minute old. While the store is away
 * it is the last one that was read. Throws an AppError `unavailable` when there is none, so that the email waits.
 */
export function createEmailBrand({ client, publicUrl, now = Date.now }: BrandOptions) {
  let last: EmailBrand | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  return async (): Promise<EmailBrand> => {
    if (last && now() - readAt < FRESH_MS) return last;
    try {
      const settings: Settings | undefined = await client.fetch(emailBrandQuery);
      // A proxy's page with status 200 is no answer.
      if (settings === undefined) throw new AppError("unavailable", "The content store returned no data.");
      last = toBrand(settings, publicUrl);
    } catch (cause) {
      if (!last) throw new AppError("unavailable", "The site settings cannot be read.", { cause });
    }
    // After a failure too: an outage is not asked about for every email.
    readAt = now();
    return last;
  };
}
