import { isHttpError } from "@sanity/client";
import { withoutRetries } from "../../app/platform/content-store.server.ts";
import type { Env } from "../../app/platform/env.server.ts";
import { connect } from "../../server/seed/dataset-client.ts";
import { isHosted, sanityPage, type Check, type Finding } from "./check.ts";

const TIMEOUT_MS = 10_000;

/** Returns whether a token may write, by a transaction that is checked and not carried out. */
async function mayWrite(content: Env["content"], token: string): Promise<boolean> {
  const { projectId, dataset, apiHost } = content;
  const client = withoutRetries(connect({ projectId, dataset, apiHost, token }), TIMEOUT_MS);
  const mutations = [{ create: { _id: "doctor.check", _type: "doctor" } }];
  return client.mutate(mutations, { dryRun: true, returnDocuments: false }).then(
    () => true,
    (error: unknown) => {
      if (isHttpError(error) && [401, 403].includes(error.statusCode)) return false;
      throw error;
    },
  );
}

export const sanityTokens: Check = {
  id: "sanity-tokens",
  area: "Sanity",
  expects: "the read token may not write, and the write token may",
  todo: "Make two API tokens: a Viewer for SANITY_API_READ_TOKEN, an Editor for SANITY_API_WRITE_TOKEN.",
  page: sanityPage("api"),
  isOn: isHosted,
  async run({ env }) {
    const { readToken, writeToken } = env.content;
    const findings: Finding[] = [];
    if (readToken && (await mayWrite(env.content, readToken)))
      findings.push({ wrong: "SANITY_API_READ_TOKEN may write." });
    if (writeToken && !(await mayWrite(env.content, writeToken)))
      findings.push({
        wrong: "SANITY_API_WRITE_TOKEN is refused, or may not write: what visitors send waits.",
      });
    return findings;
  },
};
