import { z } from "zod";
import { AppError } from "./errors.ts";

const blankAsUnset = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;
const text = z.preprocess(blankAsUnset, z.string().trim().optional());
const url = z.preprocess(blankAsUnset, z.url().optional());
const port = z.preprocess(blankAsUnset, z.coerce.number().int().min(0).max(65535).default(3000));
/** A path of this site; `//` and `\` would lead to another host. */
const sitePath = z.preprocess(
  blankAsUnset,
  z
    .string()
    .regex(/^\/(?![/\\])[^\s\\]*$/, "A path of this site, such as /sync-token")
    .optional(),
);
const flag = z.preprocess(blankAsUnset, z.stringbool().default(false));

const bucket = z.preprocess(
  blankAsUnset,
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "The name of a bucket, such as consultancy-uploads")
    .optional(),
);

/** What the seeded privacy page promises: 24 months. */
const CLOSED_DAYS = 730;

const drainSeconds = z.preprocess(blankAsUnset, z.coerce.number().int().min(0).max(10).default(0));

const days = z.preprocess(blankAsUnset, z.coerce.number().int().min(1).max(36_500).optional());

/** The names are fixed by docs/decisions.md, section "Environment". */
const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).catch("production"),
  PORT: port,
  HOST: z.preprocess(blankAsUnset, z.string().default("127.0.0.1")),
  DATA_DIR: z.preprocess(blankAsUnset, z.string().default(".data")),
  PUBLIC_URL: url,
  SESSION_SECRET: text,
  ADMIN_EMAILS: text,
  ADMIN_DIGEST_HOUR: z.preprocess(blankAsUnset, z.coerce.number().int().min(0).max(23).optional()),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_API_BASE: url,
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: z.preprocess(blankAsUnset, z.string().default("production")),
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
  S3_BUCKET: bucket,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: flag,
  AUTH_TOKEN_SYNC_URL: sitePath,
  GA_MEASUREMENT_ID: text,
  SMTP_URL: url,
  MAIL_FROM: text,
  METRICS_TOKEN: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  RETAIN_CLOSED_DAYS: days,
  RETAIN_PAGE_VIEWS_DAYS: days,
  RETAIN_MAILS_DAYS: days,
  RETAIN_HISTORY_DAYS: days,
  TRUST_PROXY: flag,
  DRAIN_SECONDS: drainSeconds,
  LOG_LEVEL: z.preprocess(
    blankAsUnset,
    z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  ),
});

type RawEnv = z.infer<typeof schema>;
export type EnvName = keyof RawEnv;
export const envNames = Object.keys(schema.shape) as EnvName[];

/** `embedded`: content is in the lake inside this process. */
export interface ContentEnv {
  mode: "embedded" | "hosted";
  projectId: string;
  dataset: string;
  /** Origin and path of the API, unless it is Sanity's own (tests, a shared lake). */
  apiHost: string | undefined;
  /** Token of the lake in another process of this site, whose pictures the proxy serves at `/lake`; undefined when there is none. */
  siteToken: string | undefined;
  readToken: string | undefined;
  writeToken: string | undefined;
  webhookSecret: string | undefined;
}

type Feature<Keys> = { on: false } | ({ on: true } & Keys);

/** Anything else, such as the id of a tag manager's container, loads any script. */
export const isMeasurementId = (id: string): boolean => /^G-[A-Z0-9]{4,20}$/.test(id);

export interface Env {
  production: boolean;
  port: number;
  host: string;
  /** Directory of the lake, uploads, queue and outbox. */
  dataDir: string;
  /** Public origin without a trailing slash. */
  publicUrl: string;
  sessionSecret: string | undefined;
  adminEmails: readonly string[];
  /** Hour of the day, in the company's time zone, of one email to admins about all submissions; unset: one for each. */
  digestHour: number | undefined;
  content: ContentEnv;
  /** Lets callers of `/lake` read published documents without a token. */
  lakePublicRead: boolean;
  redis: Feature<{ url: string; token: string }>;
  /** Bucket of the files that visitors upload; off: the data directory. */
  s3: Feature<{
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    forcePathStyle: boolean;
  }>;
  google: Feature<{ clientId: string; clientSecret: string; apiBase: string | undefined }>;
  stripe: Feature<{
    secretKey: string;
    publishableKey: string;
    webhookSecret: string | undefined;
    apiBase: string | undefined;
  }>;
  mail: Feature<{ smtpUrl: string; from: string }>;
  analytics: Feature<{ measurementId: string }>;
  tokenSyncUrl: string | undefined;
  trustProxy: boolean;
  /** How long a stopping process tells the proxy to send nothing more, before it closes its port. */
  drainMs: number;
  /** Bearer token of `/metrics`, which is a 404 without it. */
  metricsToken: string | undefined;
  /** Retention in days. Unset: for ever, but 24 months for closed submissions and 90 days for the history of the lake. */
  retain: {
    closedDays: number;
    pageViewDays: number | undefined;
    emailDays: number | undefined;
    historyDays: number | undefined;
  };
  /** Origin of an OTLP collector; without it nothing is traced. */
  tracesTo: string | undefined;
  logLevel: RawEnv["LOG_LEVEL"];
}

function feature<T extends Record<string, string | undefined>>(name: string, keys: T) {
  const given = Object.entries(keys).filter(([, value]) => value !== undefined);
  if (given.length === 0) return { on: false } as const;
  if (given.length === Object.keys(keys).length)
    return { on: true, ...keys } as { on: true } & { [K in keyof T]: string };
  const missing = Object.keys(keys).filter((key) => keys[key] === undefined);
  throw new AppError(
    "bad-request",
    `${name} is half configured: ${missing.join(", ")} missing. Set all of its keys or none.`,
  );
}

/** As many as docs/specification.md has; others are invited as editors. */
const MAX_ADMINS = 2;

function readAdminEmails(listed = ""): string[] {
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

function contentEnv(raw: RawEnv): ContentEnv {
  // The token alone does nothing: the process that has the lake may have the same settings as the others.
  const shared = raw.LAKE_URL
    ? feature("The shared lake", { url: raw.LAKE_URL, token: raw.LAKE_SITE_TOKEN })
    : ({ on: false } as const);
  if (shared.on && (raw.SANITY_PROJECT_ID || raw.SANITY_API_HOST))
    throw new AppError(
      "bad-request",
      "Content is in one place: set LAKE_URL or SANITY_PROJECT_ID, not both.",
    );
  return {
    mode: raw.SANITY_PROJECT_ID ? "hosted" : "embedded",
    projectId: raw.SANITY_PROJECT_ID ?? "local",
    dataset: raw.SANITY_DATASET,
    apiHost: shared.on ? shared.url.replace(/\/$/, "") : raw.SANITY_API_HOST,
    siteToken: shared.on ? shared.token : undefined,
    readToken: raw.SANITY_API_READ_TOKEN,
    writeToken: raw.SANITY_API_WRITE_TOKEN,
    webhookSecret: raw.SANITY_WEBHOOK_SECRET,
  };
}

/**
 * Parses the configuration. Blank counts as unset; an integration is off or has all of its keys.
 * Throws an AppError whose message names every wrong variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) throw new AppError("bad-request", `Configuration: ${z.prettifyError(parsed.error)}`);
  const raw = parsed.data;
  const google = feature("Google sign-in", {
    clientId: raw.GOOGLE_CLIENT_ID,
    clientSecret: raw.GOOGLE_CLIENT_SECRET,
  });
  const stripe = feature("Stripe", {
    secretKey: raw.STRIPE_SECRET_KEY,
    publishableKey: raw.STRIPE_PUBLISHABLE_KEY,
  });
  const s3 = feature("S3", {
    endpoint: raw.S3_ENDPOINT,
    bucket: raw.S3_BUCKET,
    region: raw.S3_REGION,
    accessKeyId: raw.S3_ACCESS_KEY_ID,
    secretAccessKey: raw.S3_SECRET_ACCESS_KEY,
  });
  const production = raw.NODE_ENV === "production";
  return {
    production,
    port: raw.PORT,
    host: raw.HOST,
    dataDir: raw.DATA_DIR,
    publicUrl: (raw.PUBLIC_URL ?? `http://localhost:${raw.PORT}`).replace(/\/$/, ""),
    sessionSecret: raw.SESSION_SECRET,
    adminEmails: readAdminEmails(raw.ADMIN_EMAILS),
    digestHour: raw.ADMIN_DIGEST_HOUR,
    content: contentEnv(raw),
    lakePublicRead: raw.LAKE_PUBLIC_READ,
    redis: feature("Upstash Redis", { url: raw.UPSTASH_REDIS_REST_URL, token: raw.UPSTASH_REDIS_REST_TOKEN }),
    s3: s3.on ? { ...s3, forcePathStyle: raw.S3_FORCE_PATH_STYLE } : s3,
    google: google.on ? { ...google, apiBase: raw.GOOGLE_API_BASE } : google,
    stripe: stripe.on
      ? { ...stripe, webhookSecret: raw.STRIPE_WEBHOOK_SECRET, apiBase: raw.STRIPE_API_BASE }
      : stripe,
    mail: feature("Mail", { smtpUrl: raw.SMTP_URL, from: raw.MAIL_FROM }),
    analytics: feature("Google Analytics", { measurementId: raw.GA_MEASUREMENT_ID }),
    tokenSyncUrl: raw.AUTH_TOKEN_SYNC_URL,
    trustProxy: raw.TRUST_PROXY,
    drainMs: raw.DRAIN_SECONDS * 1_000,
    metricsToken: raw.METRICS_TOKEN,
    retain: {
      closedDays: raw.RETAIN_CLOSED_DAYS ?? CLOSED_DAYS,
      pageViewDays: raw.RETAIN_PAGE_VIEWS_DAYS,
      emailDays: raw.RETAIN_MAILS_DAYS,
      historyDays: raw.RETAIN_HISTORY_DAYS,
    },
    tracesTo: raw.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: raw.LOG_LEVEL,
  };
}
