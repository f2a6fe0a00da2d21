import { startupErrorMessage } from "../server/listen.ts";
import { startSite } from "../server/index.ts";
import { withFirstAdmin } from "./local/use-first-admin.ts";

// The site as `npm start` runs it: on a machine of its own, somebody can sign in at once.
await startSite(await withFirstAdmin(process.env)).catch((error: unknown) => {
  console.error(startupErrorMessage(error));
  process.exit(1);
});
