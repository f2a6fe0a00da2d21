import { join } from "node:path";
import { createLake, type Lake, type LakeStats, type SiteSession } from "content-lake";
import type { Logger } from "pino";
import type { Env } from "../app/platform/env.server.ts";
import { IMAGE_QUALITY, IMAGE_SIZES } from "../app/platform/image-sizes.ts";
import { connect } from "./seed/dataset-client.ts";
import { seedIfEmpty } from "./seed/seed-if-empty.ts";
import type { ContentChange } from "./page-cache/purge.ts";

export interface EmbeddedLake {
  /** Answers what arrives below `/lake` on the public port. */
  answer: Lake["answer"];
  /** Takes the WebSockets of the Studio that arrive there. */
  upgrade: Lake["upgrade"];
  /** Answers the site itself, in this process. */
  fetch: Lake["fetch"];
  tokens: Lake["tokens"];
  /** Hears of every change before the one who made it hears that it is done. */
  onChange(listener: (changes: readonly ContentChange[]) => void): void;
  stats(): LakeStats;
  /** Ends the event streams of who listens to changes; they would keep a stopping server waiting. */
  endStreams(): void;
  close(): Promise<void>;
}

/** True when this process serves its own content lake: nothing else is configured. */
export function wantsEmbeddedLake(env: Env): boolean {
  return env.content.mode === "embedded" && env.content.apiHost === undefined;
}

/**
 * Opens the content lake of this machine. `access` opens it to people, by the site's session.
 */
export async function openEmbeddedLake(
  env: Env,
  log: Logger,
  access: {
    session?: SiteSession;
    origins?: ReadonlySet<string>;
    onQuery?: ((ms: number) => void) | undefined;
  } = {},
): Promise<EmbeddedLake> {
  const lake = await createLake({
    directory: join(env.dataDir, "lake"),
    basePath: "/lake",
    publicUrl: env.publicUrl,
    dataset: env.content.dataset,
    publicRead: env.lakePublicRead,
    images: { sizes: Object.values(IMAGE_SIZES), qualities: [IMAGE_QUALITY] },
    ...access,
    ...(env.retain.historyDays ? { historyDays: env.retain.historyDays } : {}),
    log: (level, message, detail) => log[level]({ ...detail, err: detail?.["error"] }, message),
  });
  return {
    answer: lake.answer,
    fetch: lake.fetch,
    upgrade: lake.upgrade,
    tokens: lake.tokens,
    onChange: (listener) =>
      void lake.subscribe(({ changes }) =>
        listener(
          changes.map(({ id, before, after }) => ({
            id,
            types: [before, after].flatMap((document) => (document ? [document._type] : [])),
          })),
        ),
      ),
    stats: () => lake.stats(),
    endStreams: () => lake.endStreams(),
    close: () => lake.close(),
  };
}

/** The environment of a site whose content is in the lake of this process. */
export function withLake(env: Env, { tokens }: Pick<EmbeddedLake, "tokens">): Env {
  return { ...env, content: { ...env.content, readToken: tokens.read, writeToken: tokens.write } };
}

/** Fills an empty lake with the seed. */
export async function seedLake({ content }: Env, { fetch, tokens }: EmbeddedLake): Promise<void> {
  const { projectId, dataset } = content;
  await seedIfEmpty(connect({ projectId, dataset, token: tokens.write, lakeFetch: fetch }));
}
