import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";

/** Built in the Studio's workspace (studio/overlay), because it needs a different React version than the site. */
const OVERLAY = "/studio/overlay/overlay.js";

/** The Studio reports an edit while it is typed; after this time in ms the content store has it. */
const STORED_AFTER_MS = 1_500;

/** The API of the overlay. */
interface Overlay {
  showOverlay(site: {
    /** Calls the listener with the path of every navigation; returns a function that removes it. */
    onNavigate: (listener: (path: string) => void) => () => void;
    navigate: (path: string) => void;
    refresh: () => Promise<void>;
  }): () => void;
}

/**
 * Says that drafts are shown, with a link to leave the preview. Inside the Studio's frame it only loads the overlay, which
 * opens what is clicked for editing.
 */
export default function PreviewBar() {
  const framed = useFramed();
  useOverlay();
  if (framed) return null;
  return (
    <form
      method="post"
      action="/api/preview"
      aria-label="Preview"
      className="sticky bottom-0 z-40 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-edge bg-surface px-6 py-3"
    >
      <p className="font-medium">Preview: you see drafts that are not published yet.</p>
      <Button type="submit" variant="secondary" size="sm">
        Exit preview
      </Button>
    </form>
  );
}

function useFramed(): boolean {
  const [framed, setFramed] = useState(false);
  useEffect(() => setFramed(window.self !== window.top), []);
  return framed;
}

function useOverlay() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const site = useRef({ navigate, revalidate });
  useEffect(() => {
    site.current = { navigate, revalidate };
  }, [navigate, revalidate]);
  const listeners = useRef(new Set<(path: string) => void>());

  useEffect(() => {
    for (const listener of listeners.current) listener(pathname + search);
  }, [pathname, search]);

  useEffect(() => {
    let ended = false;
    let end = () => {};
    let again: ReturnType<typeof setTimeout> | undefined;
    const all = listeners.current;
    void (import(/* @vite-ignore */ OVERLAY) as Promise<Overlay>).then(({ showOverlay }) => {
      if (ended) return;
      end = showOverlay({
        onNavigate(listener) {
          all.add(listener);
          listener(location.pathname + location.search);
          return () => void all.delete(listener);
        },
        navigate: (path) => void site.current.navigate(path),
        refresh: async () => {
          site.current.revalidate();
          clearTimeout(again);
          again = setTimeout(() => site.current.revalidate(), STORED_AFTER_MS);
        },
      });
    });
    return () => {
      ended = true;
      clearTimeout(again);
      end();
    };
  }, []);
}
