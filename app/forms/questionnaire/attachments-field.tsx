import { useEffect, useRef, useState } from "react";
import type { DragEvent, ReactNode } from "react";
import { ACCEPT } from "../../files/limits.ts";
import { buttonClass } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FieldErrors, FieldHint, LabelText } from "../../ui/field-parts.tsx";
import { FileRow } from "./file-row.tsx";
import { FILE_TEXTS } from "./messages.ts";
import { ATTACHMENTS } from "./steps.ts";
import { UploadAlert } from "./upload-alert.tsx";
import type { Uploads } from "./use-uploads.ts";

interface AttachmentsFieldProps {
  /** Id of the file input. */
  id: string;
  uploads: Uploads;
  errors: readonly string[] | undefined;
}

/** Files of the visitor: chosen or dropped, uploaded at once, each with its progress, cancel and remove. */
export function AttachmentsField({ id, uploads, errors }: AttachmentsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const ids = { hint: `${id}-hint`, error: `${id}-error` };
  const [news, setNews] = useState("");

  function remove(row: Uploads["rows"][number]) {
    uploads.remove(row);
    setNews(FILE_TEXTS.announceRemoved(row.name));
    input.current?.focus(); // the button that had the focus is gone
  }

  return (
    <div>
      <p className="mb-2 font-semibold text-ink" id={`${id}-label`}>
        <LabelText label={FILE_TEXTS.label} optional />
      </p>
      <FieldHint id={ids.hint}>{FILE_TEXTS.hint}</FieldHint>
      <DropZone onFiles={uploads.add}>
        <input
          ref={input}
          id={id}
          name={ATTACHMENTS}
          type="file"
          multiple
          accept={ACCEPT}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={errors ? `${ids.error} ${ids.hint}` : ids.hint}
          aria-invalid={errors ? true : undefined}
          className="peer sr-only"
          onChange={(event) => {
            uploads.add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = ""; // the same file may be chosen again
          }}
        />
        <label
          id={`${id}-choose`}
          htmlFor={id}
          className={cx(
            buttonClass({ variant: "secondary" }),
            "cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent",
          )}
        >
          {FILE_TEXTS.choose}
        </label>
        <span className="text-ink-faint pointer-coarse:hidden">{FILE_TEXTS.drop}</span>
      </DropZone>
      <FieldErrors id={ids.error} errors={errors} />
      <UploadAlert rows={uploads.rows} />
      {uploads.rows.length > 0 ? (
        <ul aria-label={FILE_TEXTS.label} className="mt-3 divide-y divide-line border-y border-line">
          {uploads.rows.map((row) => (
            <FileRow key={row.id} row={row} onRetry={() => uploads.retry(row)} onRemove={() => remove(row)} />
          ))}
        </ul>
      ) : null}
      <DoneNews rows={uploads.rows} news={news} />
    </div>
  );
}

function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);

  // A file dropped beside the area would replace the page, and with it everything typed.
  useEffect(() => {
    const keep = (event: Event) => event.preventDefault();
    for (const type of ["dragover", "drop"]) window.addEventListener(type, keep);
    return () => {
      for (const type of ["dragover", "drop"]) window.removeEventListener(type, keep);
    };
  }, []);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  }

  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed px-4 py-5 transition-colors duration-150",
        over ? "border-accent bg-accent-tint" : "border-edge bg-surface",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

/** Says politely what has just arrived or gone; failures have their own alert. */
function DoneNews({ rows, news }: { rows: Uploads["rows"]; news: string }) {
  const last = rows.findLast(({ state }) => state === "done");
  return (
    <p role="status" className="sr-only">
      {news || (last ? FILE_TEXTS.announceDone(last.name) : "")}
    </p>
  );
}
