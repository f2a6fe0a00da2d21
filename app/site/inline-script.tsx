import { useContext, createContext } from "react";

/**
 * An inline script that the content security policy allows by its hash. React does not compare the text of a script when it
 * hydrates, so callers pass "" in the browser and the text is not part of the bundle.
 */
export function InlineScript({ text, type }: { text: string; type?: "speculationrules" }) {
  const nonce = useContext(ScriptNonce);
  return (
    <script nonce={nonce} type={type} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
  );
}

/**
 * Marks the inline scripts that the renderer creates while a page is rendered on the server (`script-hashes.server.ts`).
 * Undefined in the browser, and never part of a page that is sent.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);
