/** docs/specification.md, section 9: what the browser remembers about the pop-up. */
type PopupFlag = "hasSeenPopup" | "hasSubscribed";

/** Used while the browser's storage is blocked or full. */
const memory = new Set<PopupFlag>();

export function hasFlag(flag: PopupFlag): boolean {
  if (memory.has(flag)) return true;
  try {
    return localStorage.getItem(flag) !== null;
  } catch {
    return false;
  }
}

export function storeFlag(flag: PopupFlag): void {
  try {
    localStorage.setItem(flag, "true");
  } catch {
    memory.add(flag);
  }
}
