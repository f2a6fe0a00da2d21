import { z } from "zod";
import { AppError } from "./errors.ts";

const text = z.string().trim().optional();
const url = z.url().optional();
const flag = z.stringbool().default(false);
const days = z.coerce.number().int().min(1).max(36_500).optional();
const hour = z.coerce.number().int().min(0).max(23).optional();
const bucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** A path of this site; `//` and `\` would lead to another host. */
const sitePath = /^\/(?![/\\])[^\s\\]*$/;

/** The names are fixed by docs/decisions.md, section "Environment". */
const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).catch("production"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  PUBLIC_URL: url,
  SESSION_SECRET: text,
  ADMIN_EMAILS: text,
  ADMIN_DIGEST_HOUR: hour,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_API_BASE: url,
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: z.string().default("production"),
  SANITY_API_READ_TOKEN: text,
  SANITY_API_WRITE_TOKEN: text,
  SANITY_WEBHOOK_SECRET: text,
  SANITY_API_HOST: url,
  LAKE_URL: url,
  LAKE_SITE_TOKEN: text,
  LAKE_PUBLIC_READ: flag,
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_BASE: url,
  UPSTASH_REDIS_REST_URL: url,
  UPSTASH_REDIS_REST_TOKEN: text,
  S3_ENDPOINT: url,
  S3_BUCKET: z.string().regex(bucket, "The name of a bucket, such as consultancy-uploads").optional(),
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: flag,
  AUTH_TOKEN_SYNC_URL: z.string().regex(sitePath, "A path of this site, such as /sync-token").optional(),
  GA_MEASUREMENT_ID: text,
  SMTP_URL: url,
  MAIL_FROM: text,
  METRICS_TOKEN: text,
  RETAIN_CLOSED_DAYS: days,
  RETAIN_PAGE_VIEWS_DAYS: days,
  RETAIN_MAILS_DAYS: days,
  RETAIN_HISTORY_DAYS: days,
  TRUST_PROXY: flag,
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

type RawEnv = z.infer<typeof schema>;
export type EnvName = keyof RawEnv;
export const envNames = Object.keys(schema.shape) as EnvName[];

/** Anything else, such as the id of a tag manager's container, loads any script. */
export const isMeasurementId = (id: string): boolean => /^G-[A-Z0-9]{4,20}$/.test(id);

/** Returns the settings of an integration by the names of their variables. It is off without any. */
function feature<Key extends string>(raw: RawEnv, name: string, variables: Readonly<Record<Key, EnvName>>) {
  const keys = Object.keys(variables) as Key[];
  const missing = keys.map((key) => variables[key]).filter((variable) => raw[variable] === undefined);
  if (missing.length === keys.length) return { on: false } as const;
  if (missing.length === 0)
    return {
      on: true as const,
      ...(Object.fromEntries(keys.map((key) => [key, raw[variables[key]]])) as Record<Key, string>),
    };
  throw new AppError(
    "bad-request",
    `${name} is half configured: ${missing.join(", ")} missing. Set all of its keys or none.`,
  );
}

/** As many as docs/specification.md has; others are invited as editors. */
const MAX_ADMINS = 2;

function readAdminEmails(listed = ""): readonly string[] {
  const emails = listed
    .toLowerCase()
    .split(",")
    .map((email) => email.trim())
    .filter(Boolean);
  if (emails.length > MAX_ADMINS)
    throw new AppError(
      "bad-request",
      `ADMIN_EMAILS lists ${emails.length} addresses; at most ${MAX_ADMINS} may open /admin. Invite others on /admin/people.`,
    );
  return emails;
}

export type ContentEnv = ReturnType<typeof contentEnv>;

function contentEnv(raw: RawEnv) {
  // The token alone does nothing: the process that has the lake may have the same settings as the others.
  const shared = raw.LAKE_URL
    ? feature(raw, "The shared lake", { url: "LAKE_URL", token: "LAKE_SITE_TOKEN" })
    : ({ on: false } as const);
  if (shared.on && (raw.SANITY_PROJECT_ID || raw.SANITY_API_HOST))
    throw new AppError(
      "bad-request",
      "Content is in one place: set LAKE_URL or SANITY_PROJECT_ID, not both.",
    );
  return {
    /** `embedded`: content is in the lake inside this process. */
    mode: raw.SANITY_PROJECT_ID ? ("hosted" as const) : ("embedded" as const),
    projectId: raw.SANITY_PROJECT_ID ?? "local",
    dataset: raw.SANITY_DATASET,
    /** Origin and path of the API, unless it is Sanity's own (tests, a shared lake). */
    apiHost: shared.on ? shared.url.replace(/\/$/, "") : raw.SANITY_API_HOST,
    /** Token of the lake in another process of this site, whose pictures the proxy serves at `/lake`; undefined when there is none. */
    siteToken: shared.on ? shared.token : undefined,
    /** Whether published documents can be read without a token. For hosted Sanity it is determined at startup. */
    isPublic: true,
    readToken: raw.SANITY_API_READ_TOKEN,
    writeToken: raw.SANITY_API_WRITE_TOKEN,
    webhookSecret: raw.SANITY_WEBHOOK_SECRET,
  };
}

/** What the seeded privacy page promises: 24 months. */
const CLOSED_DAYS = 730;

export type Env = ReturnType<typeof parseEnv>;

/**
 * Parses the configuration. Blank counts as unset; an integration is off or has all of its keys.
 * Throws an AppError whose message names every wrong variable.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(source).filter(([, value]) => value?.trim());
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (!parsed.success) throw new AppError("bad-request", `Configuration: ${z.prettifyError(parsed.error)}`);
  const raw = parsed.data;
  const google = feature(raw, "Google sign-in", {
    clientId: "GOOGLE_CLIENT_ID",
    clientSecret: "GOOGLE_CLIENT_SECRET",
  });
  const stripe = feature(raw, "Stripe", {
    secretKey: "STRIPE_SECRET_KEY",
    publishableKey: "STRIPE_PUBLISHABLE_KEY",
  });
  const s3 = feature(raw, "S3", {
    endpoint: "S3_ENDPOINT",
    bucket: "S3_BUCKET",
    region: "S3_REGION",
    accessKeyId: "S3_ACCESS_KEY_ID",
    secretAccessKey: "S3_SECRET_ACCESS_KEY",
  });
  return {
    production: raw.NODE_ENV === "production",
    port: raw.PORT,
    host: raw.HOST,
    /** Directory of the lake, uploads, queue and outbox. */
    dataDir: raw.DATA_DIR,
    /** Public origin without a trailing slash. */
    publicUrl: (raw.PUBLIC_URL ?? `http://localhost:${raw.PORT}`).replace(/\/$/, ""),
    sessionSecret: raw.SESSION_SECRET,
    adminEmails: readAdminEmails(raw.ADMIN_EMAILS),
    /** Hour of the day, in the company's time zone, of one email to admins about all submissions; unset: one for each. */
    digestHour: raw.ADMIN_DIGEST_HOUR,
    content: contentEnv(raw),
    /** Lets callers of `/lake` read published documents without a token. */
    lakePublicRead: raw.LAKE_PUBLIC_READ,
    redis: feature(raw, "Upstash Redis", {
      url: "UPSTASH_REDIS_REST_URL",
      token: "UPSTASH_REDIS_REST_TOKEN",
    }),
    /** Bucket of the files that visitors upload; off: the data directory. */
    s3: s3.on ? { ...s3, forcePathStyle: raw.S3_FORCE_PATH_STYLE } : s3,
    google: google.on ? { ...google, apiBase: raw.GOOGLE_API_BASE } : google,
    stripe: stripe.on
      ? { ...stripe, webhookSecret: raw.STRIPE_WEBHOOK_SECRET, apiBase: raw.STRIPE_API_BASE }
      : stripe,
    mail: feature(raw, "Mail", { smtpUrl: "SMTP_URL", from: "MAIL_FROM" }),
    analytics: feature(raw, "Google Analytics", { measurementId: "GA_MEASUREMENT_ID" }),
    tokenSyncUrl: raw.AUTH_TOKEN_SYNC_URL,
    trustProxy: raw.TRUST_PROXY,
    /** How long a stopping process tells the proxy to send nothing more, before it closes its port. */
    drainMs: raw.DRAIN_SECONDS * 1_000,
    /** Bearer token of `/metrics`, which is a 404 without it. */
    metricsToken: raw.METRICS_TOKEN,
    /** Retention in days. Unset: for ever, but 24 months for closed submissions and 90 days for the history of the lake. */
    retain: {
      closedDays: raw.RETAIN_CLOSED_DAYS ?? CLOSED_DAYS,
      pageViewDays: raw.RETAIN_PAGE_VIEWS_DAYS,
      emailDays: raw.RETAIN_MAILS_DAYS,
      historyDays: raw.RETAIN_HISTORY_DAYS,
    },
    logLevel: raw.LOG_LEVEL,
  };
}

/** Returns whether a URL can lead to another machine, or be opened from one: it does not name this machine alone. */
export const isPublicUrl = (publicUrl: string): boolean =>
  !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname);
