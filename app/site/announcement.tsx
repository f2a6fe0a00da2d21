import { useEditable } from "../content/editable.ts";
import type { Announcement } from "../content/look.ts";
import { writeStored } from "../ui/browser-storage.ts";
import { Container } from "../ui/container.tsx";
import { CloseIcon } from "../ui/line-icon.tsx";
import { DISMISSED_KEY } from "./theme.tsx";

/**
 * The owner's announcement, above the page and not over it. A checkbox closes it, also without scripts; with them the browser
 * remembers it, and the style sheet of the page hides it before the first paint (look-style.ts).
 */
export function AnnouncementBar({ id, text, link }: Announcement) {
  const edit = useEditable();

  function dismiss() {
    writeStored(DISMISSED_KEY, id);
    // The focused checkbox is about to disappear.
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  }

  return (
    <aside aria-label="Announcement" className="announcement">
      <Container className="flex items-start gap-4 py-2">
        <p
          className="flex-1 py-2.5 text-sm"
          {...edit({ id: "look", type: "look", path: "announcement.text" })}
        >
          {text}
          {link ? (
            <>
              {" "}
              <a href={link.to} className="font-semibold underline underline-offset-4">
                {link.label}
              </a>
            </>
          ) : null}
        </p>
        <label className="announcement-close">
          <input type="checkbox" className="sr-only" onChange={dismiss} />
          <span className="sr-only">Close the announcement</span>
          <CloseIcon />
        </label>
      </Container>
    </aside>
  );
}
