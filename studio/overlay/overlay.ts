import { enableVisualEditing } from "@sanity/visual-editing";

/** What the overlay needs of the previewed page; app/site/preview-overlay.tsx provides it. */
interface Site {
  onNavigate: (listener: (path: string) => void) => () => void;
  navigate: (path: string) => void;
  refresh: () => Promise<void>;
  show: (perspective: string) => Promise<void>;
}

/** Starts Sanity's overlay: elements with `data-sanity` are outlined under the pointer, and a click opens their field in the Studio. */
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
    onPerspectiveChange: (perspective) => void site.show(String(perspective)),
  });
}
