/** Long enough to be read twice (WCAG 2.2, 2.2.1), in milliseconds; it waits while a pointer or the focus is on it. */
const SHOWN_FOR = 7_000;
/** Screen readers announce what changes in a region that they know already, in milliseconds. */
const NOTICED_AFTER = 100;

interface Region {
  root: HTMLElement;
  words: HTMLElement;
  dismiss: HTMLButtonElement;
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
  timer = setTimeout(hide, SHOWN_FOR);
}

/** Counts anew from when neither the pointer nor the focus is on it. */
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
  return { root, words, dismiss };
}

/** An open modal hides the rest of the page from everybody, so what is said while one is open is said in it. */
function place(root: HTMLElement): void {
  const owner = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (root.parentElement !== owner) owner.append(root);
}

/** Shows a text in the corner and announces it; the next one takes its place. */
export function showToast(text: string): void {
  region ??= createRegion();
  const { root, words } = region;
  place(root);
  words.textContent = "";
  root.hidden = false;
  setTimeout(() => {
    words.textContent = text;
    countUnlessHeld();
  }, NOTICED_AFTER);
}
