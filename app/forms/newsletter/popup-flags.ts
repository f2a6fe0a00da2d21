import { readStored, writeStored } from "../../ui/browser-storage.ts";

/** docs/specification.md, section 9: what the browser remembers about the pop-up. */
type PopupFlag = "hasSeenPopup" | "hasSubscribed";

/** Used while the browser's storage is blocked or full. */
const memory = new Set<PopupFlag>();

export function hasFlag(flag: PopupFlag): boolean {
  return memory.has(flag) || readStored(flag) !== null;
}

export function storeFlag(flag: PopupFlag): void {
  if (!writeStored(flag, "true")) memory.add(flag);
}
