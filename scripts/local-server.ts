import { useFirstAdmin } from "./local/use-first-admin.ts";

// The site as `npm start` runs it: on a machine of its own, somebody can sign in at once.
await useFirstAdmin();
await import("../server/index.ts");
