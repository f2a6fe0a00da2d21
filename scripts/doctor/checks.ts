import { bucketPrivate } from "./bucket-private.ts";
import { bucketRules } from "./bucket-rules.ts";
import { bucket } from "./bucket.ts";
import type { Check } from "./check.ts";
import { clock } from "./clock.ts";
import { disk } from "./disk.ts";
import { googleClient } from "./google-client.ts";
import { lastBackup } from "./last-backup.ts";
import { mailDns } from "./mail-dns.ts";
import { mailLogin } from "./mail-login.ts";
import { mailSend } from "./mail-send.ts";
import { publicUrl } from "./public-url.ts";
import { redis } from "./redis.ts";
import { sanityContent } from "./sanity-content.ts";
import { sanityCors } from "./sanity-cors.ts";
import { sanityDocuments } from "./sanity-documents.ts";
import { sanityHooks } from "./sanity-hooks.ts";
import { sanityTokens } from "./sanity-tokens.ts";
import { sanityVersion } from "./sanity-version.ts";
import { sanityVisibility } from "./sanity-visibility.ts";
import { sanityWebhook } from "./sanity-webhook.ts";
import { settingsFile } from "./settings-file.ts";
import { settingsModes } from "./settings-modes.ts";
import { settingsNames } from "./settings-names.ts";
import { settingsSecrets } from "./settings-secrets.ts";
import { settingsValues } from "./settings-values.ts";
import { stripeAccount } from "./stripe-account.ts";
import { stripeRadar, stripeRetries } from "./stripe-dashboard.ts";
import { stripePortal } from "./stripe-portal.ts";
import { stripeWebhook } from "./stripe-webhook.ts";

/** All checks, in the order of the output and of docs/operations.md. */
export const CHECKS: readonly Check[] = [
  settingsValues,
  settingsNames,
  settingsFile,
  settingsSecrets,
  settingsModes,
  publicUrl,
  clock,
  disk,
  lastBackup,
  sanityContent,
  sanityVersion,
  sanityVisibility,
  sanityTokens,
  sanityCors,
  sanityHooks,
  sanityWebhook,
  sanityDocuments,
  stripeAccount,
  stripeWebhook,
  stripePortal,
  stripeRadar,
  stripeRetries,
  googleClient,
  redis,
  mailLogin,
  mailDns,
  mailSend,
  bucket,
  bucketPrivate,
  bucketRules,
];

/** Those that can be made where the settings are not valid. */
export const FIRST_CHECKS: readonly Check[] = [settingsValues, settingsNames, settingsFile];

/** Returns the lines of docs/operations.md. */
export const documentChecks = (): string[] =>
  CHECKS.map(({ id, area, expects, run }) => `- \`${id}\` (${area}${run ? "" : ", to look at"}): ${expects}`);
