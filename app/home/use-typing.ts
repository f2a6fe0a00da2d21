import type { RefObject } from "react";
import { useBrowserLayoutEffect } from "../ui/use-browser-layout-effect.ts";
import { TYPING_STEP, typedCount } from "./typing.ts";

function mayType(): boolean {
  return "highlights" in CSS && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The rule stands here because the style sheet's compiler does not know highlights yet and warns on every build. */
function hideUntyped(range: Range): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("::highlight(untyped) { color: transparent }");
  document.adoptedStyleSheets = [sheet];
  CSS.highlights.set("untyped", new Highlight(range));
}

function placeCaret(caret: HTMLElement, box: HTMLElement, node: Text, count: number): void {
  const range = document.createRange();
  range.setStart(node, Math.max(count - 1, 0));
  range.setEnd(node, Math.max(count, 1));
  const letter = range.getClientRects();
  const last = letter[letter.length - 1];
  const frame = box.getBoundingClientRect();
  if (!last) return;
  const x = (count === 0 ? last.left : last.right) - frame.left;
  caret.style.transform = `translate(${x}px, ${last.top - frame.top}px)`;
}

/**
 * Types a heading whose whole text is in the page from the start. The part not yet typed is only painted transparent (CSS
 * custom highlight `untyped`), so the text is one node, laid out once, and read once by a screen reader.
 * Where highlights are missing or motion is not wanted the heading just stands there.
 */
export function useTyping(
  heading: RefObject<HTMLElement | null>,
  caret: RefObject<HTMLElement | null>,
  text: string,
): void {
  useBrowserLayoutEffect(() => {
    const box = heading.current;
    const node = box?.firstChild;
    if (!box || !(node instanceof Text) || !mayType()) return;
    const untyped = document.createRange();
    untyped.selectNodeContents(node);
    hideUntyped(untyped);
    box.dataset.typed = "0";
    const begin = performance.now();

    const timer = setInterval(() => {
      const count = typedCount(performance.now() - begin, node.length);
      if (String(count) === box.dataset.typed) return;
      box.dataset.typed = String(count);
      untyped.setStart(node, count);
      if (caret.current) placeCaret(caret.current, box, node, count);
      if (count === node.length) stop();
    }, TYPING_STEP / 2);

    function stop() {
      clearInterval(timer);
      CSS.highlights.delete("untyped");
      if (box) box.dataset.typed = "done";
    }
    return stop;
  }, [heading, caret, text]);
}
