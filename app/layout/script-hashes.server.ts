import { createHash, randomBytes } from "node:crypto";

/** A nonce for one rendering: 128 random bits, in letters that need no escaping in HTML. */
export const newScriptNonce = (): string => randomBytes(16).toString("hex");

/** The source expression that allows an inline script of exactly this text (CSP Level 3, section 2.3.1). */
export const scriptHash = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Returns a rendered page without its nonces, and the hashes of the scripts that carried one.
 *
 * A page is kept and sent to everybody, so a nonce in it would be known to all; hashes of every script in the finished page
 * would allow an injected one, too. The nonce instead tells, inside the server, which scripts the renderer made: Remix's, and ours
 * by `InlineScript`. It is drawn after all content was written and never leaves the server, so no content can contain it: text
 * that reaches the page unescaped, script or not, is neither hashed nor taken for the mark. Remix escapes `<` in what it puts
 * into its scripts, so `</script>` ends each of them.
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
    if (text) hashes.add(scriptHash(text));
  }
  return { html: [before, ...scripts].join("<script"), scriptHashes: [...hashes] };
}
