import { createContext } from "react";

/**
 * Marks the inline scripts that the renderer makes while the server renders a page (`script-hashes.server.ts`). Undefined in
 * the browser, and no page that leaves the server has it.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);
