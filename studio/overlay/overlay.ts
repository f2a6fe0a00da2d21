import { enableVisualEditing } from "@sanity/visual-editing";

/** What the overlay needs of the page it lies over (app/layout/preview-bar.tsx on the site). */
interface Site {
  onNavigate: (listener: (path: string) => void) => () => void;
  navigate: (path: string) => void;
  refresh: () => Promise<void>;
}

/** Sanity's overlay: what carries `data-sanity` is framed under the pointer, and a click opens its field in the Studio. */
export function showOverlay(site: Site): () => void {
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = new URL("overlay.css", import.meta.url).href;
  document.head.append(styles);
  return enableVisualEditing({
    history: {
      subscribe: (navigate) =>
        site.onNavigate((url) => navigate({ type: "push", title: document.title, url })),
      update: ({ type, url }) => {
        if (type === "pop") history.back();
        else site.navigate(url);
      },
    },
    refresh: () => site.refresh(),
  });
}
