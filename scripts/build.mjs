import { ensureBuilt } from "./lib/build.mjs";
import { loadEnvFile } from "./lib/run.mjs";

// npm run build, after npm ci: the build of npm start alone, for images and machines that start the server themselves.
loadEnvFile();
await ensureBuilt();
