/** How long a toast is shown: enough to read it twice (WCAG 2.2, 2.2.1). Starts again after hover and focus. */
const DURATION_MS = 7_000;
/** Delay before the text is set, because screen readers announce changes of existing regions only. */
const ANNOUNCE_DELAY_MS = 100;

interface Region {
  root: HTMLElement;
  words: HTMLElement;
}

let region: Region | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function hide(): void {
  clearTimeout(timer);
  if (!region) return;
  region.root.hidden = true;
  region.words.textContent = "";
}

function count(): void {
  clearTimeout(timer);
  timer = setTimeout(hide, DURATION_MS);
}

/** Restarts the timer, unless the toast is hovered or focused. */
function countUnlessHeld(): void {
  if (region?.root.matches(":hover, :focus-within")) return;
  count();
}

function createRegion(): Region {
  const root = document.createElement("div");
  root.className = "toast";
  root.hidden = true;
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  const dismiss = document.createElement("button");
  dismiss.type = "button";
  dismiss.textContent = "Dismiss";
  dismiss.addEventListener("click", hide);
  root.append(words, dismiss);
  for (const event of ["pointerenter", "focusin"]) root.addEventListener(event, () => clearTimeout(timer));
  for (const event of ["pointerleave", "focusout"])
    root.addEventListener(event, () => setTimeout(countUnlessHeld));
  return { root, words };
}

/** Moves the toast into the open modal, if any, because the rest of the page is inert. */
function place(root: HTMLElement): void {
  const owner = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (root.parentElement !== owner) owner.append(root);
}

/** Shows and announces a text in the corner. Replaces the previous one. */
export function showToast(text: string): void {
  region ??= createRegion();
  const { root, words } = region;
  place(root);
  words.textContent = "";
  root.hidden = false;
  setTimeout(() => {
    words.textContent = text;
    countUnlessHeld();
  }, ANNOUNCE_DELAY_MS);
}
