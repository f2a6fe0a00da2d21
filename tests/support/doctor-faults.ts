import { join } from "node:path";
import type { Change, Patient } from "./doctor.ts";

/** At the address of the tiny site that is not one of this machine alone. */
const isPublic = ({ publicUrl }: Patient) => ({ PUBLIC_URL: publicUrl.replace("localhost", "0.0.0.0") });

/** Each fault that the doctor finds: what is different, and the finding. */
export const FAULTS: [what: string, change: (site: Patient) => Change, finding: RegExp][] = [
  [
    "a misspelt name",
    () => ({ file: "STRIPE_WEBOOK_SECRET=a\n" }),
    /^settings-names: .*did you mean STRIPE_WEBHOOK_SECRET\?/,
  ],
  [
    "an unknown name",
    () => ({ file: "COLOR_OF_THE_SHIP=a\n" }),
    /^settings-names: COLOR_OF_THE_SHIP is no setting of the site\.$/,
  ],
  [
    "a short secret",
    () => ({ env: { SESSION_SECRET: "short" } }),
    /^settings-secrets: SESSION_SECRET has fewer/,
  ],
  [
    "a blank session secret",
    () => ({ env: { SESSION_SECRET: " " } }),
    /^settings-secrets: SESSION_SECRET is blank/,
  ],
  [
    "no webhook secret of Sanity",
    () => ({ env: { SANITY_WEBHOOK_SECRET: "" } }),
    /^settings-secrets: SANITY_WEBHOOK_SECRET is blank/,
  ],
  [
    "no webhook secret of Stripe",
    () => ({ env: { STRIPE_WEBHOOK_SECRET: "" } }),
    /^settings-secrets: STRIPE_WEBHOOK_SECRET is blank/,
  ],
  [
    "no admins",
    (site) => ({ env: { ...isPublic(site), ADMIN_EMAILS: "" } }),
    /^settings-secrets: ADMIN_EMAILS is blank/,
  ],
  [
    "test keys in public",
    (site) => ({ env: isPublic(site) }),
    /^settings-modes: Stripe's keys are test keys/,
  ],
  [
    "live keys on this machine",
    () => ({
      env: {
        STRIPE_SECRET_KEY: "sk_live_51AAAABBBBCCCCDD",
        STRIPE_PUBLISHABLE_KEY: "pk_live_51AAAABBBBCCCCDD",
      },
    }),
    /^settings-modes: .*keys are live/,
  ],
  [
    "keys of two modes",
    () => ({ env: { STRIPE_PUBLISHABLE_KEY: "pk_live_51AAAABBBBCCCCDD" } }),
    /^settings-modes: .*of two modes/,
  ],
  [
    "keys of two accounts",
    () => ({ env: { STRIPE_PUBLISHABLE_KEY: "pk_test_51XXXXBBBBCCCCDD" } }),
    /^settings-modes: .*of two accounts/,
  ],
  [
    "a secret key for browsers",
    () => ({ env: { STRIPE_PUBLISHABLE_KEY: "sk_test_51AAAABBBBCCCCDD" } }),
    /^settings-modes: .*would get a secret key/,
  ],
  [
    "an id of no measurement",
    () => ({ env: { GA_MEASUREMENT_ID: "GTM-1" } }),
    /^settings-modes: GA_MEASUREMENT_ID/,
  ],
  ["a file for everybody", () => ({ mode: 0o644 }), /^settings-file: .*mode 644/],
  ["a public address without TLS", (site) => ({ env: isPublic(site) }), /^public-url: .*in the clear/],
  ["a proxy that is not trusted", (site) => ({ env: isPublic(site) }), /^public-url: TRUST_PROXY is not set/],
  [
    "a public address that is away",
    (site) => ({ env: { PUBLIC_URL: site.nowhere.replace("127.0.0.1", "0.0.0.0") } }),
    /^public-url: .*does not answer/,
  ],
  [
    "a clock that is late",
    () => ({ scene: { now: () => Date.now() - 600_000 } }),
    /^clock: The clock is \d+ seconds off/,
  ],
  ["a disk that is full", () => ({ scene: { freeBytes: async () => 1e9 } }), /^disk: 1\.0 GB are free/],
  [
    "no backup",
    (site) => ({ env: isPublic(site), scene: { backups: join(site.directory, "none") } }),
    /^last-backup: There is no backup/,
  ],
  [
    "an old backup",
    (site) => ({ env: isPublic(site), scene: { now: () => Date.now() + 100 * 3_600_000 } }),
    /^last-backup: The last backup is \d+ hours old/,
  ],
  ["a wrong project", () => ({ env: { SANITY_PROJECT_ID: "other" } }), /^sanity-content: .*not found/],
  ["a wrong dataset", () => ({ env: { SANITY_DATASET: "other" } }), /^sanity-content: .*not found/],
  [
    "a wrong read token",
    () => ({ env: { SANITY_API_READ_TOKEN: "wrong" } }),
    /^sanity-content: The content store refused/,
  ],
  [
    "a store that is away",
    (site) => ({ env: { SANITY_API_HOST: site.nowhere } }),
    /^sanity-content: The content store did not answer/,
  ],
  [
    "a read token that may write",
    (site) => ({ env: { SANITY_API_READ_TOKEN: site.lake.tokens.write } }),
    /^sanity-tokens: SANITY_API_READ_TOKEN may write/,
  ],
  [
    "a write token that may not",
    (site) => ({ env: { SANITY_API_WRITE_TOKEN: site.lake.tokens.read } }),
    /^sanity-tokens: SANITY_API_WRITE_TOKEN is refused/,
  ],
  [
    "an origin that is not allowed",
    () => ({ env: { PUBLIC_URL: "http://localhost:9999" } }),
    /^sanity-cors: http:\/\/localhost:9999 may not call/,
  ],
  [
    "another webhook secret",
    () => ({ env: { SANITY_WEBHOOK_SECRET: "another" } }),
    /^sanity-webhook: .*runs with another one/,
  ],
  ["no secret key", (site) => ({ env: { STRIPE_API_BASE: site.nowhere } }), /^stripe-account: /],
  [
    "no endpoint",
    () => ({ env: { PUBLIC_URL: "http://localhost:9999" } }),
    /^stripe-webhook: No endpoint sends events to http:\/\/localhost:9999/,
  ],
  [
    "another client of Google",
    () => ({ env: { GOOGLE_CLIENT_SECRET: "wrong" } }),
    /^google-client: Google does not know/,
  ],
  [
    "a wrong token of Redis",
    () => ({ env: { UPSTASH_REDIS_REST_TOKEN: "wrong" } }),
    /^redis: .*Unauthorized/,
  ],
  [
    "a mail server that is away",
    (site) => ({ env: { SMTP_URL: site.nowhere.replace("http", "smtp") } }),
    /^mail-login: .*ECONNREFUSED/,
  ],
  ["no SPF record", () => ({ env: { MAIL_FROM: "a@none.example" } }), /^mail-dns: none\.example has no SPF/],
  [
    "no DMARC record",
    () => ({ env: { MAIL_FROM: "a@none.example" } }),
    /^mail-dns: none\.example has no DMARC/,
  ],
  ["a bucket that is not there", () => ({ env: { S3_BUCKET: "another-bucket" } }), /^bucket: .*NoSuchBucket/],
];
