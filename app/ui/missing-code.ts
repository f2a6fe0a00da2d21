import { useEffect, useState } from "react";

/** Event of the document: what a part of the page asked for cannot come, because the code of its route did not. */
export const CODE_MISSING = "codemissing";

/** Returns whether that happened while `isAsking`. The fetcher of the part does not learn of it and stays busy. */
export function useCodeMissing(isAsking: boolean): boolean {
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!isAsking) return;
    const onMissing = () => setMissing(true);
    document.addEventListener(CODE_MISSING, onMissing);
    return () => document.removeEventListener(CODE_MISSING, onMissing);
  }, [isAsking]);
  return isMissing && isAsking;
}

let isOurs = false;

/** Returns whether the page is being reloaded on purpose; Remix also reloads it where code is missing. */
export const isReloading = () => isOurs;

export function reloadPage(): void {
  isOurs = true;
  location.reload();
}
