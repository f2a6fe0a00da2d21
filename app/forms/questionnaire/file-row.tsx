import { formatBytes } from "../../files/limits.ts";
import { Button } from "../../ui/button.tsx";
import { FILE_TEXTS } from "./messages.ts";
import type { UploadRow } from "./uploads-state.ts";

interface FileRowProps {
  row: UploadRow;
  onRetry: () => void;
  onRemove: () => void;
}

/** One file: its name, how far it is, and what can be done about it. */
export function FileRow({ row, onRetry, onRemove }: FileRowProps) {
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

function Standing({ row: { name, state, sent, size, message } }: { row: UploadRow }) {
  switch (state) {
    case "waiting":
      return <p className="text-sm text-ink-faint">{FILE_TEXTS.waiting}</p>;
    case "sending":
      return (
        <progress
          className="progress-bar mt-2"
          aria-label={FILE_TEXTS.progressLabel(name)}
          value={sent}
          max={size}
        />
      );
    case "done":
      return <p className="text-sm text-success">{FILE_TEXTS.done}</p>;
    case "failed":
      return <p className="text-sm font-medium text-danger">{message}</p>;
    case "interrupted":
      return <p className="text-sm text-ink-soft">{FILE_TEXTS.interrupted}</p>;
  }
}
