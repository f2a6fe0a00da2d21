import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect` where there is a layout; the server, which has none, is not warned about it. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
