import { existsSync, readFileSync } from "node:fs";
import { parseEnv as parseFile } from "node:util";
import { closest, distance } from "fastest-levenshtein";
import { envNames } from "../../app/platform/env.server.ts";
import type { Check } from "./check.ts";

/** Of Node, npm and the system: not the site's, and no mistake. */
const OTHERS = /^(?:NODE_|npm_|TZ$|PATH$|HTTPS?_PROXY$|NO_PROXY$|SSL_CERT_)/i;
const MAX_DISTANCE = 4;

const known: readonly string[] = envNames;

function isUnknown(name: string): { wrong: string } {
  const near = closest(name.toUpperCase(), [...known]);
  const isNear = distance(name.toUpperCase(), near) <= MAX_DISTANCE;
  return { wrong: `${name} is no setting of the site${isNear ? `: did you mean ${near}?` : "."}` };
}

export const settingsNames: Check = {
  id: "settings-names",
  area: "settings",
  expects: "every name in .env is a setting of the site",
  todo: "Correct the name; .env.example lists all of them.",
  run({ envFile }) {
    if (!existsSync(envFile)) return [];
    const names = Object.keys(parseFile(readFileSync(envFile, "utf8")));
    return names.filter((name) => !known.includes(name) && !OTHERS.test(name)).map(isUnknown);
  },
};
