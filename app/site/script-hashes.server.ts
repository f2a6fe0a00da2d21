import { randomBytes } from "node:crypto";
import { inlineHash } from "../platform/inline-hash.server.ts";

/** Returns a nonce for one rendering: 128 random bits in hexadecimal, which needs no escaping in HTML. */
export const newScriptNonce = (): string => randomBytes(16).toString("hex");

/**
 * Returns a rendered page without its nonces, and the hashes of the scripts that carried one.
 *
 * Pages are cached and sent to everybody, so a nonce in the page would not be secret, and hashes of every script in the finished
 * page would allow an injected one too. Instead the nonce marks, inside the server, the scripts that the renderer created: those
 * of Remix and of `InlineScript`. It is created after all content was written and never leaves the server, so no content can
 * contain it: an injected script is not hashed. Remix escapes `<` inside its scripts, so `</script>` ends each of them.
 */
export function hashMarkedScripts(
  marked: string,
  nonce: string,
): { html: string; scriptHashes: readonly string[] } {
  const [before = "", ...scripts] = marked.split(`<script nonce="${nonce}"`);
  const hashes = new Set<string>();
  for (const script of scripts) {
    const start = script.indexOf(">") + 1;
    const text = script.slice(start, script.indexOf("</script>", start));
    if (text) hashes.add(inlineHash(text));
  }
  return { html: [before, ...scripts].join("<script"), scriptHashes: [...hashes] };
}
