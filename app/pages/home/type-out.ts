export interface Typing {
  /** Milliseconds before the first character. */
  start: number;
  /** Milliseconds from one character to the next. */
  step: number;
}

/**
 * Types a heading whose whole text is in the page from the start. The part not yet typed is only painted transparent (CSS
 * custom highlight `untyped`), so the text is one node, laid out once, and read once by a screen reader. The caret is the
 * element after the heading. Where highlights are missing or motion is not wanted the heading just stands there.
 *
 * It needs nothing but its arguments, because it is also sent as text inside the page (`typing-script.ts`), where it runs
 * before the first paint; so the rule for the style stands here too, which no style sheet could hold before.
 * Returns what stops it, with the whole text in sight.
 */
export function typeOut(heading: HTMLElement, typing: Typing): () => void {
  const node = heading.firstChild;
  const caret = heading.nextElementSibling;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!(node instanceof Text) || !("highlights" in CSS) || still) return () => {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("::highlight(untyped) { color: transparent }");
  document.adoptedStyleSheets = [sheet];
  const untyped = document.createRange();
  untyped.selectNodeContents(node);
  const highlight = new Highlight(untyped);
  CSS.highlights.set("untyped", highlight);
  heading.dataset.typed = "0";
  const begin = performance.now();

  const stop = () => {
    clearInterval(timer);
    if (CSS.highlights.get("untyped") === highlight) CSS.highlights.delete("untyped");
    heading.dataset.typed = "done";
  };

  const placeCaret = (count: number) => {
    const range = document.createRange();
    range.setStart(node, Math.max(count - 1, 0));
    range.setEnd(node, count);
    const last = [...range.getClientRects()].at(-1);
    const frame = heading.getBoundingClientRect();
    if (last && caret instanceof HTMLElement)
      caret.style.transform = `translate(${last.right - frame.left}px, ${last.top - frame.top}px)`;
  };

  const timer = setInterval(() => {
    const steps = Math.floor((performance.now() - begin - typing.start) / typing.step);
    const count = Math.min(Math.max(steps, 0), node.length);
    if (String(count) === heading.dataset.typed) return;
    heading.dataset.typed = String(count);
    untyped.setStart(node, count);
    placeCaret(count);
    if (count === node.length || !heading.isConnected) stop();
  }, typing.step / 2);
  return stop;
}
