import { createClient, isHttpError } from "@sanity/client";
import { apiOf, isHosted, sanityPage, type Check, type Finding, type Scene } from "./check.ts";

/** Returns whether a token may write, by a transaction that is checked and not carried out. */
async function mayWrite({ content, ...env }: Scene["env"], token: string): Promise<boolean> {
  const client = createClient({
    projectId: content.projectId,
    dataset: content.dataset,
    apiVersion: "2025-02-19",
    useCdn: false,
    token,
    maxRetries: 0,
    ...(content.apiHost ? { apiHost: apiOf({ content, ...env }), useProjectHostname: false } : {}),
  });
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
    if (readToken && (await mayWrite(env, readToken)))
      findings.push({ wrong: "SANITY_API_READ_TOKEN may write." });
    if (writeToken && !(await mayWrite(env, writeToken)))
      findings.push({
        wrong: "SANITY_API_WRITE_TOKEN is refused, or may not write: what visitors send waits.",
      });
    return findings;
  },
};
