/** Specification 9: what the browser remembers about the pop-up. */
export type PopupFlag = "hasSeenPopup" | "hasSubscribed";

/** Stands in where the browser's storage is blocked or full; lasts as long as the page. */
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
