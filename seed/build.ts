import { writeFileSync } from "node:fs";
import { toNdjson } from "./dataset.ts";

// `npm run seed:build` after editing seed/content; a test compares the file with its sources.
writeFileSync(new URL("data.ndjson", import.meta.url), toNdjson());
