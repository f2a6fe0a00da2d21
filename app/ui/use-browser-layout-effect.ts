import { useEffect, useLayoutEffect } from "react";

/** React warns about layout effects on the server, where they could not run anyway. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
