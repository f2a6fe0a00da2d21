import { useEffect, useRef, useState, type DragEvent, type ReactNode } from "react";
import { ACCEPT, formatBytes } from "../../files/upload-rules.ts";
import { ATTACHMENTS } from "../../model/questionnaire-steps.ts";
import { buttonClass, Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FieldErrors, FieldHint, LabelText, FieldLabel } from "../../ui/field-parts.tsx";
import { useBrowserLayoutEffect } from "../../ui/use-hydrated.ts";
import { FILE_TEXTS } from "./messages.ts";
import type { KeptFile } from "./questionnaire-result.ts";
import type { UploadRow } from "./uploads-state.ts";
import type { Uploads } from "./use-uploads.ts";

/** Returns the attributes that the file input has with and without scripts; its hint and errors have ids of their own. */
const fileInput = (id: string, errors: readonly string[] | undefined) => ({
  id,
  name: ATTACHMENTS,
  type: "file",
  multiple: true,
  accept: ACCEPT,
  "aria-describedby": errors ? `${id}-error ${id}-hint` : `${id}-hint`,
  "aria-invalid": errors ? true : undefined,
});

interface AttachmentsFieldProps {
  id: string;
  uploads: Uploads;
  errors: readonly string[] | undefined;
}

/** The visitor's files: chosen or dropped, uploaded at once, each with its progress, cancel and remove. */
export function AttachmentsField({ id, uploads, errors }: AttachmentsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [news, setNews] = useState("");

  function remove(row: UploadRow) {
    uploads.remove(row);
    setNews(FILE_TEXTS.announceRemoved(row.name));
    input.current?.focus(); // the focused button is gone
  }

  function retry(row: UploadRow) {
    uploads.retry(row);
    input.current?.focus(); // as above
  }

  return (
    <div>
      <p className="mb-2 font-semibold text-ink" id={`${id}-label`}>
        <LabelText label={FILE_TEXTS.label} optional />
      </p>
      <FieldHint id={`${id}-hint`}>{FILE_TEXTS.hint}</FieldHint>
      <DropZone onFiles={uploads.add}>
        <input
          {...fileInput(id, errors)}
          ref={input}
          aria-labelledby={`${id}-label ${id}-choose`}
          className="peer sr-only"
          onChange={(event) => {
            uploads.add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = ""; // allows choosing the same file again
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
      <FieldErrors id={`${id}-error`} errors={errors} />
      <UploadAlert rows={uploads.rows} />
      {uploads.rows.length > 0 ? (
        <ul aria-label={FILE_TEXTS.label} className="mt-3 divide-y divide-line border-y border-line">
          {uploads.rows.map((row) => (
            <FileRow key={row.id} row={row} onRetry={() => retry(row)} onRemove={() => remove(row)} />
          ))}
        </ul>
      ) : null}
      <DoneNews rows={uploads.rows} news={news} />
    </div>
  );
}

function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);

  // A file dropped beside the drop area would open in place of the page, and everything typed would be lost.
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

/** Announces finished and removed files politely; failures have their own alert. */
function DoneNews({ rows, news }: { rows: Uploads["rows"]; news: string }) {
  const last = rows.findLast(({ state }) => state === "done");
  return (
    <p role="status" className="sr-only">
      {rows.some(({ isCut }) => isCut)
        ? FILE_TEXTS.cut
        : news || (last ? FILE_TEXTS.announceDone(last.name) : "")}
    </p>
  );
}

interface FileRowProps {
  row: UploadRow;
  onRetry: () => void;
  onRemove: () => void;
}

function FileRow({ row, onRetry, onRemove }: FileRowProps) {
  const { name, state } = row;
  const underWay = state === "waiting" || state === "sending";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</span>
          <span className="figures flex-none text-sm text-ink-faint">{amount(row)}</span>
        </p>
        <Standing row={row} />
      </div>
      <div className="-my-1 flex flex-none gap-1">
        {row.again ? (
          <Button variant="quiet" size="sm" aria-label={FILE_TEXTS.retryLabel(name)} onClick={onRetry}>
            {FILE_TEXTS.retry}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          size="sm"
          aria-label={underWay ? FILE_TEXTS.cancelLabel(name) : FILE_TEXTS.removeLabel(name)}
          onClick={onRemove}
        >
          {underWay ? FILE_TEXTS.cancel : FILE_TEXTS.remove}
        </Button>
      </div>
    </li>
  );
}

function amount({ state, sent, size }: UploadRow): string {
  if (state !== "sending") return formatBytes(size);
  return `${Math.floor((sent / size) * 100)} % of ${formatBytes(size)}`;
}

function Standing({ row: { name, state, sent, size, message, isCut } }: { row: UploadRow }) {
  switch (state) {
    case "waiting":
      return <p className="text-sm text-ink-faint">{FILE_TEXTS.waiting}</p>;
    case "sending":
      return (
        <>
          <progress
            className="progress-bar mt-2"
            aria-label={FILE_TEXTS.progressLabel(name)}
            value={sent}
            max={size}
          />
          {isCut ? <p className="mt-1 text-sm text-ink-soft">{FILE_TEXTS.cut}</p> : null}
        </>
      );
    case "done":
      return <p className="text-sm text-success">{FILE_TEXTS.done}</p>;
    case "failed":
      return <p className="text-sm font-medium text-danger">{message}</p>;
    case "interrupted":
      return <p className="text-sm text-ink-soft">{FILE_TEXTS.interrupted}</p>;
  }
}

/**
 * The specified alert while a file has failed. It takes the focus (docs/decisions.md, "Messages and failure"), except from a
 * visitor who is typing an answer: uploads fail minutes after they were started.
 */
function UploadAlert({ rows }: { rows: readonly UploadRow[] }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const failures = rows.filter(({ state }) => state === "failed").length;

  useEffect(() => {
    const typing = document.activeElement?.matches("textarea, input:not([type=file]), select") ?? false;
    if (failures > 0 && !typing) ref.current?.focus();
  }, [failures]);

  return (
    <p
      ref={ref}
      role="alert"
      tabIndex={-1}
      className={
        failures > 0
          ? "mt-4 rounded-md border-l-4 border-danger bg-danger-tint px-5 py-4 font-medium text-danger"
          : "sr-only"
      }
    >
      {failures > 0 ? FILE_TEXTS.failed : null}
    </p>
  );
}

interface PlainAttachmentsProps {
  id: string;
  /** Files that were stored with an earlier attempt. */
  kept: readonly KeptFile[];
  errors: readonly string[] | undefined;
  /** Called when the scripts take over, with the files that were chosen before. */
  onReplaced: (files: File[]) => void;
}

/** The file input without scripts: files are posted with the form, and a checkbox keeps or removes each stored one. */
export function PlainAttachments({ id, kept, errors, onReplaced }: PlainAttachmentsProps) {
  const input = useRef<HTMLInputElement>(null);
  useBrowserLayoutEffect(() => {
    const plain = input.current;
    return () => onReplaced([...(plain?.files ?? [])]);
  }, [onReplaced]);
  return (
    <div>
      <FieldLabel htmlFor={id} label={FILE_TEXTS.label} optional />
      <FieldHint id={`${id}-hint`}>{FILE_TEXTS.hint}</FieldHint>
      <input {...fileInput(id, errors)} ref={input} className="control" />
      <FieldErrors id={`${id}-error`} errors={errors} />
      {kept.length > 0 ? (
        <fieldset className="mt-4">
          <legend className="font-semibold">{FILE_TEXTS.kept}</legend>
          {kept.map((file) => (
            <label key={file.id} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="attachmentIds"
                value={file.id}
                defaultChecked
                className="choice-control"
              />
              {FILE_TEXTS.keepLabel(`${file.name} (${formatBytes(file.size)})`)}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
