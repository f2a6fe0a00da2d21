import { apiOf, ask, isHosted, sanityPage, type Check } from "./check.ts";

export const sanityCors: Check = {
  id: "sanity-cors",
  area: "Sanity",
  expects: "the Studio's origin may call the API with credentials (CORS)",
  todo: "Add the origin of PUBLIC_URL, with credentials allowed.",
  page: sanityPage("api"),
  isOn: isHosted,
  async run({ env }) {
    const { origin } = new URL(env.publicUrl);
    const headers = { origin, "x-sanity-project-id": env.content.projectId };
    const { headers: allowed } = await ask(`${apiOf(env)}/v2025-02-19/users/me`, { headers });
    if (allowed.get("access-control-allow-origin") !== origin)
      return [{ wrong: `${origin} may not call Sanity's API: the Studio cannot sign in.` }];
    if (allowed.get("access-control-allow-credentials") !== "true")
      return [
        { wrong: `${origin} may call Sanity's API without credentials only: the Studio cannot sign in.` },
      ];
    return [];
  },
};
