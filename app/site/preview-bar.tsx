import { useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const PreviewOverlay = lazyPart(
  () => import("./preview-overlay.tsx"),
  (module) => module.PreviewOverlay,
);

/**
 * Says that drafts are shown, with a link to leave the preview. Inside the Studio's frame it only loads the overlay, which
 * opens what is clicked for editing.
 */
export function PreviewBar() {
  const framed = useFramed();
  return (
    <>
      <PreviewOverlay />
      {framed ? null : (
        <form
          method="post"
          action="/api/preview"
          aria-label="Preview"
          className="sticky bottom-0 z-40 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-edge bg-surface px-6 py-3"
        >
          <p className="font-medium">Preview: you see what is not published yet.</p>
          <Button type="submit" variant="secondary" size="sm">
            Exit preview
          </Button>
        </form>
      )}
    </>
  );
}

function useFramed(): boolean {
  const [framed, setFramed] = useState(false);
  useEffect(() => {
    const isFramed = window.self !== window.top;
    setFramed(isFramed);
    // In a tab of its own Sanity's overlay handles no clicks, so pictures must stay below the link of their card (image.css).
    document.documentElement.toggleAttribute("data-edited", isFramed || window.opener !== null);
  }, []);
  return framed;
}
