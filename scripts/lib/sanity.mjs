import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Quiet and alone: the tool asks nothing and calls nobody. */
export const sanityEnv = { DO_NOT_TRACK: "1", CI: "1" };

/** The Studio's command line, wherever npm put it. */
export function sanityCommand() {
  const places = ["node_modules/sanity/bin/sanity", "studio/node_modules/sanity/bin/sanity"];
  const found = places.find((place) => existsSync(join(root, place))) ?? places[0];
  return join(root, found);
}
