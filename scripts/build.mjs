import { ensureInstalled } from "./lib/install.mjs";
import { ensureSite, ensureStudio } from "./lib/build.mjs";
import { loadEnvFile } from "./lib/env-file.mjs";

// npm run build: what npm start does before it serves, for images and machines that start it otherwise.
loadEnvFile();
await ensureInstalled();
await ensureSite();
await ensureStudio();
