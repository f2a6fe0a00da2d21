import { join } from "node:path";
import { STRIPE_EVENTS } from "../../app/model/contracts/stripe-events.ts";
import { portalOf, type Answers, type Change, type Patient } from "./doctor.ts";

/** At the address of the tiny site that is not one of this machine alone. */
const isPublic = ({ publicUrl }: Patient) => ({ PUBLIC_URL: publicUrl.replace("localhost", "0.0.0.0") });

/** Where a service says this of its settings. */
const said = (answers: Answers) => (site: Patient) => {
  site.answer(answers);
  return {};
};

const EXPIRING =
  "<LifecycleConfiguration><Rule><Status>Enabled</Status><Filter><Prefix>files/</Prefix></Filter><Expiration><Days>30</Days></Expiration></Rule></LifecycleConfiguration>";

/** Each fault that the doctor finds: the finding, and what is different then. */
export const FAULTS: [finding: RegExp, change: Change | ((site: Patient) => Change)][] = [
  [/^settings-names: .*did you mean STRIPE_WEBHOOK_SECRET\?/, { file: "STRIPE_WEBOOK_SECRET=a\n" }],
  [/^settings-names: COLOR_OF_THE_SHIP is no setting of the site\.$/, { file: "COLOR_OF_THE_SHIP=a\n" }],
  [/^settings-secrets: SESSION_SECRET has fewer/, { env: { SESSION_SECRET: "short" } }],
  [/^settings-secrets: SESSION_SECRET is blank/, { env: { SESSION_SECRET: " " } }],
  [/^settings-secrets: SANITY_WEBHOOK_SECRET is blank/, { env: { SANITY_WEBHOOK_SECRET: "" } }],
  [/^settings-secrets: STRIPE_WEBHOOK_SECRET is blank/, { env: { STRIPE_WEBHOOK_SECRET: "" } }],
  [/^settings-secrets: ADMIN_EMAILS is blank/, (site) => ({ env: { ...isPublic(site), ADMIN_EMAILS: "" } })],
  [/^settings-modes: Stripe's keys are test keys/, (site) => ({ env: isPublic(site) })],
  [
    /^settings-modes: .*keys are live/,
    {
      env: {
        STRIPE_SECRET_KEY: "sk_live_51AAAABBBBCCCCDD",
        STRIPE_PUBLISHABLE_KEY: "pk_live_51AAAABBBBCCCCDD",
      },
    },
  ],
  [/^settings-modes: .*of two modes/, { env: { STRIPE_PUBLISHABLE_KEY: "pk_live_51AAAABBBBCCCCDD" } }],
  [/^settings-modes: .*of two accounts/, { env: { STRIPE_PUBLISHABLE_KEY: "pk_test_51XXXXBBBBCCCCDD" } }],
  [
    /^settings-modes: .*would get a secret key/,
    { env: { STRIPE_PUBLISHABLE_KEY: "sk_test_51AAAABBBBCCCCDD" } },
  ],
  [/^settings-modes: GA_MEASUREMENT_ID/, { env: { GA_MEASUREMENT_ID: "GTM-1" } }],
  [/^settings-file: .*mode 644/, { mode: 0o644 }],
  [/^public-url: .*in the clear/, (site) => ({ env: isPublic(site) })],
  [/^public-url: TRUST_PROXY is not set/, (site) => ({ env: isPublic(site) })],
  [
    /^public-url: .*does not answer/,
    (site) => ({ env: { PUBLIC_URL: site.nowhere.replace("127.0.0.1", "0.0.0.0") } }),
  ],
  [/^clock: The clock is \d+ seconds off/, { scene: { now: () => Date.now() - 600_000 } }],
  [/^disk: 1\.0 GB are free/, { scene: { freeBytes: async () => 1e9 } }],
  [
    /^last-backup: There is no backup/,
    (site) => ({ env: isPublic(site), scene: { backups: join(site.directory, "none") } }),
  ],
  [
    /^last-backup: The last backup is \d+ hours old/,
    (site) => ({ env: isPublic(site), scene: { now: () => Date.now() + 100 * 3_600_000 } }),
  ],
  [/^sanity-content: .*not found/, { env: { SANITY_PROJECT_ID: "other" } }],
  [/^sanity-content: .*not found/, { env: { SANITY_DATASET: "other" } }],
  [/^sanity-content: The content store refused/, { env: { SANITY_API_READ_TOKEN: "wrong" } }],
  [
    /^sanity-content: The content store did not answer/,
    (site) => ({ env: { SANITY_API_HOST: site.nowhere } }),
  ],
  [
    /^sanity-tokens: SANITY_API_READ_TOKEN may write/,
    (site) => ({ env: { SANITY_API_READ_TOKEN: site.lake.tokens.write } }),
  ],
  [
    /^sanity-tokens: SANITY_API_WRITE_TOKEN is refused/,
    (site) => ({ env: { SANITY_API_WRITE_TOKEN: site.lake.tokens.read } }),
  ],
  [/^sanity-cors: http:\/\/localhost:9999 may not call/, { env: { PUBLIC_URL: "http://localhost:9999" } }],
  [
    /^sanity-webhook: .*refuses SANITY_WEBHOOK_SECRET, because it runs with another one/,
    { env: { SANITY_WEBHOOK_SECRET: "another" } },
  ],
  [/^sanity-version: Sanity refuses version 2025-02-19/, said({ store: { status: 400 } })],
  [
    /^sanity-version: Sanity warns: It ends in May\.$/,
    said({ store: { status: 200, headers: { "x-sanity-warning": "It ends in May." } } }),
  ],
  [/^sanity-hooks: No webhook of Sanity leads to/, said({ hook: { url: "https://another.example" } })],
  [/^sanity-hooks: .*switched off/, said({ hook: { isDisabledByUser: true } })],
  [/^sanity-hooks: .*does not tell of: delete\.$/, said({ hook: { rule: { on: ["create", "update"] } } })],
  [/^sanity-hooks: .*has no secret/, said({ hook: { secret: null } })],
  [/^stripe-account: /, (site) => ({ env: { STRIPE_API_BASE: site.nowhere } })],
  [
    /^stripe-webhook: No endpoint sends events to http:\/\/localhost:9999/,
    { env: { PUBLIC_URL: "http://localhost:9999" } },
  ],
  [/^stripe-account: Stripe's account may not charge yet\.$/, said({ account: { charges_enabled: false } })],
  [/^stripe-account: .*no payouts/, said({ account: { payouts_enabled: false } })],
  [/^stripe-webhook: .*switched off/, said({ endpoint: { status: "disabled" } })],
  [
    /^stripe-webhook: The endpoint does not send: payment_intent\.succeeded\.$/,
    said({ endpoint: { enabled_events: STRIPE_EVENTS.slice(1) } }),
  ],
  [
    /^stripe-webhook: The endpoint sends what nobody reads: payout\.paid\.$/,
    said({ endpoint: { enabled_events: [...STRIPE_EVENTS, "payout.paid"] } }),
  ],
  [
    /^stripe-webhook: The endpoint writes events as of 2024-06-20, /,
    said({ endpoint: { api_version: "2024-06-20" } }),
  ],
  [
    /^stripe-webhook: The endpoint writes events as of 2025-03-31\.basil, /,
    said({ endpoint: { api_version: null }, version: "2025-03-31.basil" }),
  ],
  [/^stripe-account: Stripe pays out in EUR: /, said({ account: { default_currency: "eur" } })],
  [/^stripe-account: .*no business name/, said({ account: { business_profile: null } })],
  [/^stripe-account: Cards are switched off/, said({ card: false })],
  [/^stripe-portal: .*never saved/, said({ portal: [] })],
  [/^stripe-portal: .*does not replace cards/, said({ portal: [portalOf(false, false)] })],
  [/^stripe-portal: .*cancels/, said({ portal: [portalOf(true, true)] })],
  [/^google-client: Google does not know/, { env: { GOOGLE_CLIENT_SECRET: "wrong" } }],
  [/^redis: .*Unauthorized/, { env: { UPSTASH_REDIS_REST_TOKEN: "wrong" } }],
  [
    /^redis: Redis takes \d+ ms/,
    () => {
      let at = Date.now();
      return { scene: { now: () => (at += 300) } };
    },
  ],
  [/^mail-login: .*ECONNREFUSED/, (site) => ({ env: { SMTP_URL: site.nowhere.replace("http", "smtp") } })],
  [/^mail-send: ADMIN_EMAILS is blank/, { env: { ADMIN_EMAILS: "" }, sends: true }],
  [
    /^mail-send: Mail server: .*550/,
    (site) => {
      site.mail.refusal = 550;
      return { sends: true };
    },
  ],
  [/^mail-dns: none\.example has no DKIM key/, { env: { MAIL_FROM: "a@none.example" } }],
  [/^mail-dns: none\.example has no SPF/, { env: { MAIL_FROM: "a@none.example" } }],
  [/^mail-dns: none\.example has no DMARC/, { env: { MAIL_FROM: "a@none.example" } }],
  [/^bucket: /, said({ deletion: 501 })],
  [/^bucket-rules: .*deletes files below “files\/”\.$/, said({ rules: EXPIRING })],
  [/^bucket-private: Anybody can list the bucket/, said({ listing: 200 })],
  [/^bucket: .*NoSuchBucket/, { env: { S3_BUCKET: "another-bucket" } }],
];
