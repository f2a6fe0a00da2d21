import { useEffect, useLayoutEffect } from "react";
import { readStoredTheme } from "./theme.ts";

// React warns about layout effects on the server, where they could not run anyway.
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Puts back what the theme script wrote to the root element, should React ever build that element anew (it does when an
 * error reaches the root's own error page in the browser).
 */
export function RootMarks() {
  useBrowserLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.scripted = "";
    const theme = readStoredTheme();
    if (theme !== "system") dataset.theme = theme;
  }, []);
  return null;
}
