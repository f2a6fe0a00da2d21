import { ensureSite, ensureStudio } from "./lib/build.mjs";
import { loadEnvFile } from "./lib/env-file.mjs";

// npm run build, after npm ci: what npm start does before it serves, for images and machines that start the site otherwise.
loadEnvFile();
await ensureSite();
await ensureStudio();
