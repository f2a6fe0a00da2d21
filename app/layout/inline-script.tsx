import { useContext } from "react";
import { ScriptNonce } from "./script-nonce.ts";

/**
 * A constant script of ours that runs while the page is parsed. React does not look into a script that it finds, so its text
 * need not be sent as code too: callers pass "" in the browser.
 */
export function InlineScript({ text }: { text: string }) {
  const nonce = useContext(ScriptNonce);
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />;
}
