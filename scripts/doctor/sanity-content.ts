import { createClients, requireContent } from "../../app/commands.server.ts";
import { hostedCheck, sanityPage } from "./check.ts";

export const sanityContent = hostedCheck({
  id: "sanity-content",
  expects: "project and dataset are there, the read token is valid, settings and home page are published",
  todo: "Compare SANITY_PROJECT_ID, SANITY_DATASET and SANITY_API_READ_TOKEN with the project's page.",
  page: sanityPage("api"),
  async run({ env }) {
    await requireContent(createClients(env.content, null).adminClient);
    return [];
  },
});
