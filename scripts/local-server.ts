import { startupErrorMessage } from "../server/listen.ts";
import { startSite } from "../server/index.ts";
import { withFirstAdmin } from "./first-admin.ts";

// The site as `npm start` runs it: on a developer's machine, one account can sign in at once.
await startSite(await withFirstAdmin(process.env)).catch((error: unknown) => {
  console.error(startupErrorMessage(error));
  process.exit(1);
});
