export { exportContent } from "./content/export-content.ts";
export type { ExportRequest } from "./content/export-content.ts";
export { importContent } from "./content/import-content.ts";
export type { ImportRequest } from "./content/import-content.ts";
