import { apiOf, ask, hostedCheck, sanityPage } from "./check.ts";

export const sanityCors = hostedCheck({
  id: "sanity-cors",
  expects: "the Studio's origin may call the API with credentials (CORS)",
  todo: "Add the origin of PUBLIC_URL, with credentials allowed.",
  page: sanityPage("api"),
  async run({ env }) {
    const { origin } = new URL(env.publicUrl);
    const headers = { origin, "x-sanity-project-id": env.content.projectId };
    const { headers: allowed } = await ask(`${apiOf(env)}/v2025-02-19/users/me`, { headers });
    const isAllowed = allowed.get("access-control-allow-origin") === origin;
    const isSignedIn = allowed.get("access-control-allow-credentials") === "true";
    if (isAllowed && isSignedIn) return [];
    const may = isAllowed ? "call Sanity's API without credentials only" : "not call Sanity's API";
    return [{ wrong: `${origin} may ${may}: the Studio cannot sign in.` }];
  },
});
