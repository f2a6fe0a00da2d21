import { explainListenError } from "./explain.ts";
import { createCoreLink } from "./front/core-link.ts";
import { leaveSignalsToPrimary } from "./front/signals.ts";
import { startSite } from "./site-process.ts";

// The one process that has the data, behind the workers (docs/decisions/0012). Started by server/front/primary.ts.

const [, , directory = "", start] = process.argv;
leaveSignalsToPrimary();
await startSite(createCoreLink(directory, start === "first")).catch((error: unknown) => {
  console.error(explainListenError(error));
  process.exit(1);
});
