import { useBrowserLayoutEffect } from "../ui/use-browser-layout-effect.ts";
import { readStoredTheme } from "./theme.ts";

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
