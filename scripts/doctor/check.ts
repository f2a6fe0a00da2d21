import type Stripe from "stripe";
import { createStripe } from "../../app/commands.server.ts";
import { isPublicUrl, type Env } from "../../app/platform/env.server.ts";

/** The environment of the site, before it is parsed. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** What a check may look at. Tests give their own. */
export interface Scene {
  env: Env;
  settings: Settings;
  /** The file `.env`. It may be missing. */
  envFile: string;
  /** Directory of the backups. */
  backups: string;
  now: () => number;
  /** Returns the texts that DNS has for a name; rejects when there are none. */
  resolveTxt: (name: string) => Promise<string[][]>;
  /** Returns the free bytes of the disk with a directory. */
  freeBytes: (directory: string) => Promise<number>;
}

export interface Finding {
  /** What is wrong, in one sentence. */
  wrong?: string;
  /** In its place: what somebody has to look at, because it cannot be asked. */
  look?: string;
  /** What to do about it, unless it is what the check says. */
  todo?: string;
}

/** Returns a finding for each row whose condition is true. */
export const findingsOf = (...rows: [isWrong: boolean, wrong: string, todo?: string][]): Finding[] =>
  rows.flatMap(([isWrong, wrong, todo]) => (isWrong ? [{ wrong, ...(todo ? { todo } : {}) }] : []));

/** One question to the settings or a service. It reads; what it writes, it removes. */
export interface Check {
  id: string;
  area: string;
  /** What is well when there are no findings. */
  expects: string;
  /** What to do when it is not, or when it could not be asked. */
  todo: string;
  /** The vendor's page where that is done. */
  page?: (env: Env) => string;
  /** Whether the site has that service; default: always. */
  isOn?: (env: Env) => boolean;
  /** Resolves to what is wrong. An error that it rejects with is a finding. Without it somebody has to look whether all is as expected. */
  run?: (scene: Scene) => Found;
}

type Found = Promise<Finding[]> | Finding[];

const INTEGRATIONS = { stripe: "Stripe", google: "Google", redis: "Redis", mail: "mail", s3: "S3" } as const;
type Integration = keyof typeof INTEGRATIONS;
type SettingsOf<Name extends Integration> = Extract<Env[Name], { on: true }>;

/** A check whose area, and whether it is on, follow from what it asks. */
type CheckWith<Args extends unknown[]> = Omit<Check, "area" | "isOn" | "run"> & {
  run: (...args: Args) => Found;
};

/** Returns a check of an integration, which gets its settings. It is off where they are not set. */
export const checkOf = <Name extends Integration>(
  name: Name,
  { run, ...check }: CheckWith<[settings: SettingsOf<Name>, scene: Scene]>,
): Check => ({
  ...check,
  area: INTEGRATIONS[name],
  isOn: (env) => env[name].on,
  run: (scene) => run(scene.env[name] as SettingsOf<Name>, scene),
});

/** Returns a check of Stripe, which gets a client. */
export const stripeCheck = ({ run, ...check }: CheckWith<[stripe: Stripe, scene: Scene]>): Check =>
  checkOf("stripe", { ...check, run: (settings, scene) => run(createStripe(settings) as Stripe, scene) });

/** Whether visitors are on this machine alone. */
export const isLocal = ({ publicUrl }: Pick<Env, "publicUrl">): boolean => !isPublicUrl(publicUrl);

export const isHosted = ({ content }: Env): boolean => content.mode === "hosted";

/** Returns a check of hosted Sanity. */
export const hostedCheck = (check: Omit<Check, "area">): Check => ({
  area: "Sanity",
  isOn: isHosted,
  ...check,
});

/** Returns the origin and path of the content store's API. */
export const apiOf = ({ content }: Env): string =>
  content.apiHost ?? `https://${content.projectId}.api.sanity.io`;

/** Returns the page of the project's settings at Sanity. */
export const sanityPage =
  (tab: string) =>
  ({ content }: Env): string =>
    `https://www.sanity.io/manage/project/${content.projectId}/${tab}`;

/** Waits for a response, in ms. */
const FETCH_MS = 10_000;

/** Fetches with a time limit, and does not follow redirects. */
export const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: "manual", ...init, signal: AbortSignal.timeout(FETCH_MS) });
