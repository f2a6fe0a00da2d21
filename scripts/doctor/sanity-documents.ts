import { readFileSync } from "node:fs";
import { createClients } from "../../app/commands.server.ts";
import { hostedCheck, sanityPage } from "./check.ts";

/** Returns the types of content that the site begins with. */
function seededTypes(): string[] {
  const lines = readFileSync(new URL("../../seed/data.ndjson", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const types = lines.map((line) => (JSON.parse(line) as { _type: string })._type);
  return [...new Set(types)];
}

export const sanityDocuments = hostedCheck({
  id: "sanity-documents",
  expects: "the dataset has a published document of each type that pages show",
  todo: "Import what is missing: npm run content:import -- seed --missing",
  page: sanityPage("datasets"),
  async run({ env }) {
    const { adminClient } = createClients(env.content, null);
    const types = seededTypes();
    const there = await adminClient.fetch<string[]>(`array::unique(*[_type in $types]._type)`, { types });
    const missing = types.filter((type) => !there.includes(type));
    return missing.length === 0
      ? []
      : [{ wrong: `There is no document of these types: ${missing.join(", ")}.` }];
  },
});
