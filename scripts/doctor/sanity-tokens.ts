import { isHttpError } from "@sanity/client";
import { withoutRetries } from "../../app/platform/content-store.server.ts";
import type { Env } from "../../app/platform/env.server.ts";
import { connect } from "../../server/seed/dataset-client.ts";
import { findingsOf, hostedCheck, sanityPage } from "./check.ts";

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

export const sanityTokens = hostedCheck({
  id: "sanity-tokens",
  expects: "the read token may not write, and the write token may",
  todo: "Make two API tokens: a Viewer for SANITY_API_READ_TOKEN, an Editor for SANITY_API_WRITE_TOKEN.",
  page: sanityPage("api"),
  async run({ env }) {
    const { readToken, writeToken } = env.content;
    const may = (token: string) => mayWrite(env.content, token);
    return findingsOf(
      [Boolean(readToken && (await may(readToken))), "SANITY_API_READ_TOKEN may write."],
      [
        Boolean(writeToken && !(await may(writeToken))),
        "SANITY_API_WRITE_TOKEN is refused, or may not write: what visitors send waits.",
      ],
    );
  },
});
