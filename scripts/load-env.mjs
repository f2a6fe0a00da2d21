import { loadEnvFile } from "./lib/env-file.mjs";

// Preloaded by the commands of package.json. Node's own --env-file-if-exists prints a line when there is no file.
loadEnvFile();
