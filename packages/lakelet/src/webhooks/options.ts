import { isJsonObject } from "../model/json.ts";

const OPERATIONS = ["create", "update", "delete"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Where changes are sent, as in the settings of hosted Sanity. */
export interface WebhookOptions {
  /** http or https. */
  url: string;
  /** Default: all three. */
  on?: readonly Operation[];
  /** A GROQ condition such as `_type == "post" && delta::changedAny(title)`. Default: every document. */
  filter?: string;
  /** A GROQ projection such as `{_id, "slug": slug.current}`. Default: the whole document. */
  projection?: string;
  /** Signs the requests, as `@sanity/webhook` checks them. Default: unsigned. */
  secret?: string;
  /** Default false. */
  includeDrafts?: boolean;
  /** Versions of releases, and drafts. Default false. */
  includeAllVersions?: boolean;
  /** The wait before the first retry. Stand-ins up to a minute. Default 1000. */
  retryDelayMs?: number;
}

const MAX_WEBHOOKS = 50;

const KINDS: Readonly<Record<keyof WebhookOptions, (value: unknown) => boolean>> = {
  url: (value) => typeof value === "string" && /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
  on: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one: Operation) => OPERATIONS.includes(one)),
  filter: (value) => typeof value === "string" && value.trim() !== "",
  projection: (value) => typeof value === "string" && value.trim().startsWith("{"),
  secret: (value) => typeof value === "string" && value !== "",
  includeDrafts: (value) => typeof value === "boolean",
  includeAllVersions: (value) => typeof value === "boolean",
  retryDelayMs: (value) => Number.isInteger(value) && Number(value) > 0,
};

/** Checks webhooks that come from outside, such as from a file. @throws Error that says what is wrong */
export function checkWebhooks(given: unknown): WebhookOptions[] {
  if (!Array.isArray(given)) throw new Error("Webhooks are a list");
  if (given.length > MAX_WEBHOOKS) throw new Error(`At most ${MAX_WEBHOOKS} webhooks`);
  for (const [index, one] of (given as unknown[]).entries()) {
    const name = `Webhook ${index + 1}`;
    if (!isJsonObject(one)) throw new Error(`${name} is not an object`);
    if (one["url"] === undefined) throw new Error(`${name} needs a url`);
    for (const [option, value] of Object.entries(one)) {
      const isValid = Object.hasOwn(KINDS, option) ? KINDS[option as keyof WebhookOptions] : undefined;
      if (!isValid) throw new Error(`${name} has the unknown option "${option}"`);
      if (!isValid(value)) throw new Error(`${name} has an invalid ${option}`);
    }
  }
  return given as WebhookOptions[];
}
