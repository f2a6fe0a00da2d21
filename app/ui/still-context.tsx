import { UNSAFE_RemixContext as RemixContext } from "@remix-run/react";
import { useContext, useState, type ReactNode } from "react";

/**
 * Keeps the first value of Remix's context for its children. Remix replaces the object, though not its content, at each navigation
 * outside of a transition. React then discards the HTML of Suspense boundaries that are not hydrated yet (error 421), such as a table
 * whose rows are still being streamed.
 */
export function StillContext({ children }: { children: ReactNode }) {
  const [value] = useState(useContext(RemixContext));
  return <RemixContext.Provider value={value}>{children}</RemixContext.Provider>;
}
