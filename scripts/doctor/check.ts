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
  wrong: string;
  /** What to do about it, unless it is what the check says. */
  todo?: string;
}

export const AREAS = ["settings", "machine", "Sanity", "Stripe", "Google", "Redis", "mail", "S3"] as const;

/** One question to the settings or a service. It reads; what it writes, it removes. */
export interface Check {
  id: string;
  area: (typeof AREAS)[number];
  /** What is well when there are no findings. */
  expects: string;
  /** What to do when it is not, or when it could not be asked. */
  todo: string;
  /** The vendor's page where that is done. */
  page?: (env: Env) => string;
  /** Whether the site has that service; default: always. */
  isOn?: (env: Env) => boolean;
  /** Resolves to what is wrong. An error that it rejects with is a finding. */
  run: (scene: Scene) => Promise<Finding[]> | Finding[];
}

type Integration = "stripe" | "google" | "redis" | "mail" | "s3";
type SettingsOf<Name extends Integration> = Extract<Env[Name], { on: true }>;

type IntegrationCheck<Name extends Integration> = Omit<Check, "isOn" | "run"> & {
  run: (settings: SettingsOf<Name>, scene: Scene) => ReturnType<Check["run"]>;
};

/** Returns a check of an integration, which gets its settings. It is off where they are not set. */
export const checkOf = <Name extends Integration>(
  name: Name,
  { run, ...check }: IntegrationCheck<Name>,
): Check => ({
  ...check,
  isOn: (env) => env[name].on,
  run: (scene) => (scene.env[name].on ? run(scene.env[name] as SettingsOf<Name>, scene) : []),
});

/** Whether visitors are on this machine alone. */
export const isLocal = ({ publicUrl }: Pick<Env, "publicUrl">): boolean => !isPublicUrl(publicUrl);

export const isHosted = ({ content }: Env): boolean => content.mode === "hosted";

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
