import { useLocation, useNavigationType } from "@remix-run/react";
import { useRef } from "react";
import { useBrowserLayoutEffect } from "../ui/use-browser-layout-effect.ts";

/**
 * Makes the scroll of a fresh navigation smooth and leaves Back and Forward instant. Remix's ScrollRestoration does the
 * scrolling in its layout effect; this stands before it in the tree and switches the style sheet's `smooth-scroll` on for
 * that moment. Under reduced motion the class means nothing.
 */
export function SmoothScroll() {
  const { key } = useLocation();
  const type = useNavigationType();
  const firstKey = useRef(key);
  useBrowserLayoutEffect(() => {
    if (type === "POP" || key === firstKey.current) return;
    const { classList } = document.documentElement;
    classList.add("smooth-scroll");
    const frame = requestAnimationFrame(() => classList.remove("smooth-scroll"));
    return () => {
      cancelAnimationFrame(frame);
      classList.remove("smooth-scroll");
    };
  }, [key, type]);
  return null;
}
