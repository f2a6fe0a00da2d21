import { ACCEPT, formatBytes } from "../../files/limits.ts";
import { FieldErrors, FieldHint, FieldLabel } from "../../ui/field-parts.tsx";
import { FILE_TEXTS } from "./messages.ts";
import type { KeptFile } from "./outcome.ts";
import { ATTACHMENTS } from "./steps.ts";

interface PlainAttachmentsProps {
  id: string;
  /** Files that came with an attempt before, still to be sent. */
  kept: readonly KeptFile[];
  errors: readonly string[] | undefined;
}

/** Files without scripts: sent with the form, and those that are there already kept or left out by a tick. */
export function PlainAttachments({ id, kept, errors }: PlainAttachmentsProps) {
  const ids = { hint: `${id}-hint`, error: `${id}-error` };
  return (
    <div>
      <FieldLabel htmlFor={id} label={FILE_TEXTS.label} optional />
      <FieldHint id={ids.hint}>{FILE_TEXTS.hint}</FieldHint>
      <input
        id={id}
        name={ATTACHMENTS}
        type="file"
        multiple
        accept={ACCEPT}
        aria-describedby={errors ? `${ids.error} ${ids.hint}` : ids.hint}
        aria-invalid={errors ? true : undefined}
        className="control"
      />
      <FieldErrors id={ids.error} errors={errors} />
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
