import { parseEnv } from "../../app/platform/env.server.ts";
import type { Check } from "./check.ts";

export const settingsValues: Check = {
  id: "settings-values",
  area: "settings",
  expects: "every value is valid, and each integration has all of its settings or none",
  todo: "Correct .env; .env.example says what each setting takes.",
  run({ settings }) {
    // Throws what is wrong.
    parseEnv(settings);
    return [];
  },
};
