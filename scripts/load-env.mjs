import { loadEnvFile } from "./lib/run.mjs";

// Preloaded by commands of package.json. Node's own --env-file-if-exists prints a line when there is no file.
loadEnvFile();
