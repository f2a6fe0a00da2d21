import { useEditable, type EditableField } from "./editable.ts";
import type { ContentImageData } from "./fragments.ts";
import { ContentImage } from "./image.tsx";

export type Picture = ContentImageData & { _key: string; caption: string | null };

interface GalleryProps {
  pictures: readonly Picture[];
  className?: string;
  /** Their field, for editors who preview. */
  shows?: EditableField;
}

/** Pictures in two columns, each with its caption. */
export function Gallery({ pictures, className = "", shows }: GalleryProps) {
  const edit = useEditable();
  if (pictures.length === 0) return null;
  return (
    <ul {...(shows && edit(shows))} className={`gallery grid gap-6 md:grid-cols-2 ${className}`}>
      {pictures.map((picture) => (
        <li key={picture._key}>
          <figure>
            <ContentImage
              image={picture}
              sizes="(min-width: 80rem) 590px, (min-width: 48rem) 50vw, 100vw"
              size="feature"
              className="rounded-xl border border-line"
            />
            {picture.caption ? (
              <figcaption className="mt-3 text-sm text-ink-faint">{picture.caption}</figcaption>
            ) : null}
          </figure>
        </li>
      ))}
    </ul>
  );
}
