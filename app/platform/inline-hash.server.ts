import { createHash } from "node:crypto";

/** Returns the source expression that allows an inline script or style of exactly this text (CSP Level 3, section 2.3.1). */
export const inlineHash = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
