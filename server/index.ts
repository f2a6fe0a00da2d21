import { explainListenError } from "./explain.ts";
import { startSite } from "./site-process.ts";

await startSite(process.env).catch((error: unknown) => {
  console.error(explainListenError(error));
  process.exit(1);
});
