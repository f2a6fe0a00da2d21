import { ensureBuilt } from "./lib/build.mjs";
import { loadEnvFile } from "./lib/run.mjs";

// npm run build, after npm ci: what npm start does before it serves, for images and machines that start the site otherwise.
loadEnvFile();
await ensureBuilt();
