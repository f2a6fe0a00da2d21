import { UNSAFE_RemixContext as RemixContext } from "@remix-run/react";
import { useContext, useState, type ReactNode } from "react";

/**
 * Keeps the first value of Remix's context for what is inside, which is the same for as long as the document lives. Remix makes a new object of it
 * at each navigation, outside of a transition, and React throws away the HTML of a Suspense boundary that such a change meets before
 * it is hydrated (React's error 421): a table whose rows are still on their way.
 */
export function StillContext({ children }: { children: ReactNode }) {
  const [value] = useState(useContext(RemixContext));
  return <RemixContext.Provider value={value}>{children}</RemixContext.Provider>;
}
