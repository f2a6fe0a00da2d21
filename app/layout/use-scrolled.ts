import { useEffect, useState } from "react";

/** Specification 2: the bar takes its scrolled look past this many pixels, strictly. */
const SCROLL_THRESHOLD = 50;

/** Whether the page is scrolled past the threshold; read once on mount too, for a reload in mid-page. */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > SCROLL_THRESHOLD);
    read();
    addEventListener("scroll", read, { passive: true });
    return () => removeEventListener("scroll", read);
  }, []);
  return scrolled;
}
