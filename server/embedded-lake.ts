import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLake, type Lake, type LakeOptions } from "lakelet";
import type { Logger } from "pino";
import { ADMIN_TYPES } from "../app/model/admin-types.ts";
import { IMAGE_QUALITY, IMAGE_SIZES } from "../app/model/image-sizes.ts";
import type { Env } from "../app/platform/env.server.ts";
import { connect } from "./seed/dataset-client.ts";
import { seedIfEmpty } from "./seed/seed-if-empty.ts";

/** True if this process serves its own lake, because no other content store is configured. */
export function wantsEmbeddedLake(env: Env): boolean {
  return env.content.mode === "embedded" && env.content.apiHost === undefined;
}

/** The directory of the lake in the data directory. */
export const lakeDirectory = ({ dataDir }: Pick<Env, "dataDir">): string => join(dataDir, "lake");

const portFile = (env: Pick<Env, "dataDir">): string => join(lakeDirectory(env), "port");

/** Notes the port of this process, which has the lake open, for commands on the same directory. */
export function notePort(env: Pick<Env, "dataDir">, port: number): void {
  writeFileSync(portFile(env), `${port}\n`);
}

/** Returns the port of the process that last served the lake of a data directory, or null. */
export function notedPort(env: Pick<Env, "dataDir">): number | null {
  const file = portFile(env);
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) || null : null;
}

/** Opens the lake in the data directory. With `options.session` people use it by the site's session. */
export async function openEmbeddedLake(
  env: Env,
  log: Logger,
  options: Partial<Pick<LakeOptions, "session" | "origins" | "onQuery" | "publicUrl" | "isTool">> = {},
): Promise<Lake> {
  return createLake({
    directory: lakeDirectory(env),
    basePath: "/lake",
    publicUrl: env.publicUrl,
    dataset: env.content.dataset,
    publicRead: env.lakePublicRead,
    privateTypes: ADMIN_TYPES,
    // A write of a larger one would stop all others for more than 50 ms.
    maxDocumentBytes: 1024 * 1024,
    publicFrom: { post: "publishedAt" },
    images: { sizes: Object.values(IMAGE_SIZES), qualities: [IMAGE_QUALITY] },
    ...options,
    ...(env.retain.historyDays ? { historyDays: env.retain.historyDays } : {}),
    log: (level, message, detail) => log[level]({ ...detail, err: detail?.["error"] }, message),
  });
}

/** Returns the environment with the tokens of the embedded lake. */
export function withLake(env: Env, { tokens }: Pick<Lake, "tokens">): Env {
  return { ...env, content: { ...env.content, readToken: tokens.read, writeToken: tokens.write } };
}

/** Imports the seed into an empty lake. */
export async function seedLake({ content }: Env, { fetch, tokens }: Lake): Promise<void> {
  const { projectId, dataset } = content;
  await seedIfEmpty(connect({ projectId, dataset, token: tokens.write, lakeFetch: fetch }));
}
