/**
 * Says for a moment that something was done where the page itself does not show it. Only what may be missed: errors and
 * outcomes of forms have their place in the page (`FormStatus`). Its code is loaded when the first one is shown.
 */
export function toast(text: string): void {
  void import("./toast-region.ts").then(
    ({ showToast }) => showToast(text),
    () => {
      // A browser that cannot load it loses the word, not the deed.
    },
  );
}
