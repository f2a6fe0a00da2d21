import { useContext, createContext } from "react";

/**
 * An inline script whose hash the content security policy allows. React does not compare the text of a script that it
 * hydrates, so callers pass "" in the browser and the text is no part of the bundle.
 */
export function InlineScript({ text, type }: { text: string; type?: "speculationrules" }) {
  const nonce = useContext(ScriptNonce);
  return (
    <script nonce={nonce} type={type} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
  );
}

/**
 * Marks the inline scripts that the renderer makes while the server renders a page (`script-hashes.server.ts`). Undefined in
 * the browser, and no page that leaves the server has it.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);
