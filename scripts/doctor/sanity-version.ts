import { createClients } from "../../app/commands.server.ts";
import { apiOf, ask, hostedCheck } from "./check.ts";

export const sanityVersion = hostedCheck({
  id: "sanity-version",
  expects: "Sanity takes the version of its API that the site speaks, and warns of nothing",
  todo: "Upgrade the site (docs/operations.md, Upgrade).",
  page: () => "https://www.sanity.io/docs/content-lake/api-versioning",
  async run({ env }) {
    const { dataset, projectId, readToken } = env.content;
    const { apiVersion } = createClients(env.content, null).adminClient.config();
    const url = `${apiOf(env)}/v${apiVersion}/data/query/${dataset}?query=1`;
    const { status, headers } = await ask(url, {
      headers: { authorization: `Bearer ${readToken}`, "x-sanity-project-id": projectId },
    });
    const warning = headers.get("x-sanity-warning");
    // Any other status is about project, dataset or token, which other checks ask for.
    if (status === 400 || status === 410)
      return [{ wrong: `Sanity refuses version ${apiVersion} of its API (${status}).` }];
    return warning ? [{ wrong: `Sanity warns: ${warning}` }] : [];
  },
});
