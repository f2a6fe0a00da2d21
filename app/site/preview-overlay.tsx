import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { lazyModule } from "../ui/lazy-module.ts";

/** Built in the Studio's workspace (studio/overlay), because it needs a different React version than the site. */
const OVERLAY = "/studio/overlay/overlay.js";

/** The Studio reports an edit while it is typed; after this time in ms the content store has it. */
const STORED_AFTER_MS = 1_500;

interface Overlay {
  showOverlay(site: {
    /** Calls the listener with the path of every navigation; returns a function that removes it. */
    onNavigate: (listener: (path: string) => void) => () => void;
    navigate: (path: string) => void;
    refresh: () => Promise<void>;
    /** Shows drafts, a release or what is published, as the Studio names it. */
    show: (perspective: string) => Promise<void>;
  }): () => void;
}

const loadOverlay = lazyModule(() => import(/* @vite-ignore */ OVERLAY) as Promise<Overlay>);

/** Opens what is clicked for editing, inside the Studio's frame. Shows nothing itself. */
export function PreviewOverlay() {
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
    void loadOverlay().then(
      ({ showOverlay }) => {
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
          show: async (perspective) => {
            const search = new URLSearchParams({ "sanity-preview-perspective": perspective });
            await fetch(`/api/preview?${search}`, { redirect: "manual" });
            site.current.revalidate();
          },
        });
      },
      () => undefined,
    );
    return () => {
      ended = true;
      clearTimeout(again);
      end();
    };
  }, []);
  return null;
}
