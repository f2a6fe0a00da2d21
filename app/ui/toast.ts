import { lazyModule } from "./lazy-module.ts";

const loadRegion = lazyModule(() => import("./toast-region.ts"));

/**
 * Shows a short confirmation that the page itself does not. Only for what may be missed: errors and results of forms are in the
 * page (`FormStatus`). The code is loaded with the first toast.
 */
export function toast(text: string): void {
  void loadRegion().then(
    ({ showToast }) => showToast(text),
    () => {
      // Only the confirmation is lost.
    },
  );
}
