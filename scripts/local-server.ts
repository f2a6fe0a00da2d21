import { startSite } from "../server/index.ts";
import { startupErrorMessage } from "../server/listen.ts";
import { withFirstAdmin } from "./first-admin.ts";

// The server of `npm start`: on a developer's machine it creates an account to sign in with.
await startSite(await withFirstAdmin(process.env)).catch((error: unknown) => {
  console.error(startupErrorMessage(error));
  process.exit(1);
});
