import type { Logger } from "pino";
import { ADMIN_TYPES } from "../app/model/admin-types.ts";
import { withoutRetries } from "../app/platform/content-store.server.ts";
import type { Env } from "../app/platform/env.server.ts";
import { connect } from "./seed/dataset-client.ts";

/** How long a start waits for the content store, in ms. */
const TIMEOUT_MS = 5_000;

/** What a stranger reads of a dataset. */
export interface StrangersView {
  /** Whether published documents can be read without a token. */
  isPublic: boolean;
  /** Types of private documents that can be read, too. */
  exposed: string[];
}

/** Asks the content store of another process or of Sanity without a token. Rejects when it does not answer, or refuses. */
export async function readAsStranger({
  projectId,
  dataset,
  apiHost,
}: Env["content"]): Promise<StrangersView> {
  const stranger = withoutRetries(connect({ projectId, dataset, apiHost }), TIMEOUT_MS);
  const query = `{ "isPublic": count(*[_id == "siteSettings"]) > 0, "exposed": array::unique(*[_type in $types]._type) }`;
  return stranger.fetch<StrangersView>(query, { types: ADMIN_TYPES }, { perspective: "published" });
}

/**
 * Returns the environment in which pages are read with the read token unless the dataset was seen to be public: a private one would
 * answer none of them. The log has it when a public dataset shows strangers what visitors sent. Takes five seconds at most.
 */
export async function withVisibility(env: Env, log: Logger): Promise<Env> {
  const { content } = env;
  if (content.siteToken !== undefined || content.readToken === undefined) return env;
  const { isPublic, exposed } = await readAsStranger(content).catch(() => ({ isPublic: false, exposed: [] }));
  if (exposed.length > 0)
    log.error(
      { types: exposed.join(", ") },
      "anybody can read private documents without a token: make the dataset private, or give them ids with a dot",
    );
  return { ...env, content: { ...content, isPublic } };
}
