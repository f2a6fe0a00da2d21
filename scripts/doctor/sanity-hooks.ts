import { WEBHOOK_PATH } from "../../server/webhook.ts";
import { ask, findingsOf, hostedCheck, sanityPage } from "./check.ts";

/** The version that Sanity's own command line asks. */
const API_VERSION = "v2025-08-04";
const CHANGES = ["create", "update", "delete"];

/** What counts of a webhook, as Sanity lists it (https://www.sanity.io/docs/http-reference/webhooks). */
interface Hook {
  url: string;
  dataset: string;
  isDisabled?: boolean;
  isDisabledByUser?: boolean;
  rule?: { on?: string[] };
  secret?: string | null;
}

export const sanityHooks = hostedCheck({
  id: "sanity-hooks",
  expects: "a signed webhook of the project tells the site of all that is created, updated and deleted",
  todo: "Set it as in docs/operations.md, Hosted Sanity, step 5.",
  page: sanityPage("api/webhooks"),
  async run({ env }) {
    const { apiHost = "https://api.sanity.io", projectId, dataset, writeToken } = env.content;
    const url = env.publicUrl + WEBHOOK_PATH;
    const response = await ask(`${apiHost}/${API_VERSION}/hooks/projects/${projectId}`, {
      headers: { authorization: `Bearer ${writeToken}` },
    });
    if (!response.ok)
      return [
        {
          look: `The write token may not list Sanity's webhooks (${response.status}). One should lead to ${url}`,
        },
      ];
    const hooks = (await response.json()) as Hook[];
    const hook = hooks.find((one) => one.url === url && [dataset, "*"].includes(one.dataset));
    if (!hook) return [{ wrong: `No webhook of Sanity leads to ${url}: pages show changes after a minute.` }];
    const missing = CHANGES.filter((change) => hook.rule?.on?.includes(change) === false);
    return findingsOf(
      [Boolean(hook.isDisabled || hook.isDisabledByUser), `Sanity's webhook to ${url} is switched off.`],
      [missing.length > 0, `Sanity's webhook does not tell of: ${missing.join(", ")}.`],
      [hook.secret === null || hook.secret === "", "Sanity's webhook has no secret: the site refuses it."],
    );
  },
});
