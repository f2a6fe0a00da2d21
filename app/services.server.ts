import { join } from "node:path";
import type { Registry } from "prom-client";
import { createAdmin } from "./admin/admin.server.ts";
import { createDigest } from "./admin/digest.server.ts";
import { createMoneyWatch } from "./admin/money-watch.server.ts";
import { createAuth } from "./auth/auth.server.ts";
import { createPreview } from "./auth/preview.server.ts";
import { createClients } from "./content/client.server.ts";
import { createPlates } from "./content/load-picture.server.ts";
import { contentProbe } from "./content/probe.server.ts";
import { createBilling } from "./contracts/billing/billing.server.ts";
import { createOffers } from "./contracts/offer/offers.server.ts";
import { createOrders } from "./contracts/order/orders.server.ts";
import { createStripe } from "./contracts/payment/charge.server.ts";
import { createPayments } from "./contracts/payment/payments.server.ts";
import { createMailWorker, limitRecipients } from "./email/mail-worker.server.ts";
import { createEmailBrand } from "./email/site-brand.server.ts";
import { outboxTransport, smtpTransport } from "./email/transports.server.ts";
import { createContact } from "./forms/contact/receive.server.ts";
import { createNewsletter } from "./forms/newsletter/receive.server.ts";
import { createFiles } from "./forms/questionnaire/files.server.ts";
import { createQuestionnaire } from "./forms/questionnaire/receive.server.ts";
import { EMAIL_TEMPLATES } from "./model/emails/index.ts";
import { createSiteSearch } from "./pages/search/index.server.ts";
import type { PageContent } from "./platform/cache-control.ts";
import { createClientErrors } from "./platform/client-errors.server.ts";
import { systemClock, type Clock } from "./platform/clock.ts";
import { withoutRetries, type LakeFetch } from "./platform/content-store.server.ts";
import type { Env } from "./platform/env.server.ts";
import { createLog } from "./platform/log.server.ts";
import { redisProbe } from "./platform/probe.server.ts";
import { loadSecret } from "./platform/secret.server.ts";
import { createUsageCounter } from "./platform/usage-counter.server.ts";
import { createAnalytics } from "./site/analytics.server.ts";
import type { FormDeps } from "./submissions/form-action.server.ts";
import { measureQueue } from "./submissions/queue/queue-metrics.server.ts";
import { openJobStore } from "./submissions/queue/shared-jobs.server.ts";
import { SubmissionQueue } from "./submissions/queue/submission-queue.server.ts";
import { createSentCookies } from "./submissions/sent-cookie.server.ts";
import { createFormTokens } from "./submissions/spam/form-token.server.ts";
import { createSpamCheck } from "./submissions/spam/spam-check.server.ts";

/** An email in progress waits no longer for the name of the company. */
const BRAND_TIMEOUT_MS = 5_000;

/** How long after its last sign of life another process takes over a submission. */
const SHARED_LEASE_MS = 10_000;

interface ServiceOptions {
  clock?: Clock | undefined;
  register?: Registry | null;
}

/**
 * Constructs everything once: clients, stores, queue, mail, limits and the services of the rooms. Nothing runs by itself until
 * `startJobs`. `lakeFetch` is the content lake in this process, or null when content is elsewhere; tests set the `clock`; `register` takes the
 * metrics of queue and browsers. Throws an AppError when the configuration or the data directory is not usable.
 */
export function createServices(
  env: Env,
  lakeFetch: LakeFetch | null,
  { clock = systemClock, register = null }: ServiceOptions = {},
) {
  const log = createLog(env.logLevel);
  const secret = loadSecret(env);
  const clients = createClients(env.content, lakeFetch);
  const jobs = openJobStore(env, log, clock);
  if (register) measureQueue(register, jobs);
  const queue = new SubmissionQueue({
    store: jobs,
    client: clients.writeClient,
    log,
    ...(env.redis.on ? { timing: { leaseMs: SHARED_LEASE_MS } } : {}),
  });
  const usage = { redis: env.redis, path: join(env.dataDir, "queue", "usage.sqlite"), secret };
  const usageCounter = createUsageCounter(usage);
  const countUse = usageCounter.count;
  const notCounted = (error: unknown) => log.error({ err: error }, "uses could not be counted");
  const outbox = join(env.dataDir, "outbox");
  const mailWorker = createMailWorker({
    store: jobs,
    transport: env.mail.on ? smtpTransport(env.mail.smtpUrl) : outboxTransport(outbox),
    readBrand: createEmailBrand({
      client: withoutRetries(clients.freshClient, BRAND_TIMEOUT_MS),
      publicUrl: env.publicUrl,
    }),
    mayLeave: limitRecipients(countUse, notCounted),
    from: env.mail.on ? env.mail.from : `no-reply@${new URL(env.publicUrl).hostname}`,
    publicUrl: env.publicUrl,
    templates: EMAIL_TEMPLATES,
    attach: (contractId, files) => billing.pdfs.attach(contractId, files),
    log,
  });
  const emailSite = {
    publicUrl: env.publicUrl,
    adminEmails: env.adminEmails,
    secret,
    hasDigest: env.digestHour !== undefined,
    cardsOn: env.stripe.on,
  };
  const spamCheck = createSpamCheck({ secret, countUse, onError: notCounted, clock });
  const stripe = createStripe(env.stripe);
  const form: FormDeps = { env, log, secret, clients, queue, emailSite, spamCheck, countUse, clock };
  const files = createFiles(form);
  const billing = createBilling({ ...form, stripe });
  const { emails } = billing;
  const payments = createPayments({ ...form, stripe, onChanged: emails.send });
  const orders = createOrders({ ...form, stripe, billing, confirm: payments.confirm });
  const auth = createAuth({
    env,
    log,
    secret,
    clients,
    async sendEmail(job) {
      await jobs.put([job]);
    },
  });
  return {
    env,
    log,
    clock,
    clients,
    /** What `/readyz` asks. */
    probes: [
      contentProbe(clients),
      ...(env.redis.on ? [redisProbe(env.redis)] : []),
      ...(env.s3.on
        ? [{ service: "bucket", holdsMs: 30_000, ask: async () => (await files.storage()).ping() }]
        : []),
    ],
    queue,
    mailWorker,
    outbox,
    auth,
    preview: createPreview({ secret, publicUrl: env.publicUrl, visitors: auth.visitors, log }),
    contact: createContact(form),
    newsletter: createNewsletter(form),
    questionnaire: createQuestionnaire({ ...form, files }),
    sentCookies: createSentCookies({ secret, publicUrl: env.publicUrl }),
    files,
    orders,
    payments,
    billing,
    offers: createOffers({ ...form, loadPage: orders.loadPage }),
    admin: createAdmin({
      env,
      log,
      secret,
      clients,
      storage: files.storage,
      jobs,
      queue,
      mailWorker,
      directory: outbox,
      clock,
    }),
    /** Null: admins get an email for each submission. */
    sendDigest:
      env.digestHour === undefined
        ? null
        : createDigest({
            readClient: clients.readClient,
            queue,
            site: emailSite,
            hour: env.digestHour,
            clock,
          }),
    /** Emails admins what has changed of prices, coupons and payment settings. */
    moneyWatch: createMoneyWatch({ clients, queue, site: emailSite, log }),
    analytics: createAnalytics({ log, clients }),
    clientErrors: createClientErrors({ log, register }),
    search: createSiteSearch(),
    plates: createPlates({ clients, log }),
    formTokens: createFormTokens({ secret, redis: env.redis, clock }),
    /** Closes the files of the data directory. */
    close(): void {
      jobs.close();
      auth.close();
      usageCounter.close();
    },
  };
}

export type Services = ReturnType<typeof createServices>;

/** The context of loaders, actions and rendering. */
export type LoadContext = {
  services: Services;
  /** Key of the caller's limits (`callerKeyOf`). */
  callerKey: string;
  requestId: string;
  cache: PageContent;
  csp: {
    /** Set while rendering: true when the page loads Google Analytics. */
    analytics: boolean;
    /** Set while rendering: `'sha256-…'` of each inline script that the renderer wrote. */
    scriptHashes: readonly string[];
    /** Set while rendering: the same of the style sheet of the owner's look. */
    styleHashes: readonly string[];
  };
};
