import READING from "../model/texts/reading.json" with { type: "json" };
import { InnerText } from "./inner-text.tsx";
import type { CodeBlock, RichText } from "./rich-text.ts";
import { useTexts } from "./use-texts.ts";

/** A code block. It scrolls, and can be scrolled with the keyboard. */
export function Code({ value: { tokens, code } }: { value: CodeBlock }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <pre tabIndex={0}>
      <code>
        {(tokens ?? [code]).map((token, index) =>
          Array.isArray(token) ? (
            // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity, and stay as they are
            <span key={index} className={`code-${token[1]}`}>
              {token[0]}
            </span>
          ) : (
            token
          ),
        )}
      </code>
    </pre>
  );
}

interface Row {
  _key: string;
  cells?: { _key: string; value?: RichText }[];
}

/** A table as the Studio's editor makes it: the first `headerRows` rows are headings. */
export interface TableBlock {
  headerRows?: number;
  rows?: Row[];
}

export function Table({ value: { headerRows = 0, rows } }: { value: TableBlock }) {
  if (!rows?.length) return null;
  const headings = rows.slice(0, headerRows);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <div className="table-scroll" tabIndex={0}>
      <table>
        {headings.length > 0 ? (
          <thead>
            <Rows rows={headings} areHeadings />
          </thead>
        ) : null}
        <tbody>
          <Rows rows={rows.slice(headerRows)} />
        </tbody>
      </table>
    </div>
  );
}

function Rows({ rows, areHeadings = false }: { rows: readonly Row[]; areHeadings?: boolean }) {
  return rows.map((row) => (
    <tr key={row._key}>
      {(row.cells ?? []).map(({ _key, value }) =>
        areHeadings ? (
          <th key={_key} scope="col">
            <InnerText value={value} />
          </th>
        ) : (
          <td key={_key}>
            <InnerText value={value} />
          </td>
        ),
      )}
    </tr>
  ));
}

export interface NoteBlock {
  tone?: string;
  text?: RichText;
}

/** A paragraph that stands out. It says of what kind it is, because a color alone does not. */
export function Note({ value: { tone, text } }: { value: NoteBlock }) {
  const words = useTexts(READING);
  if (!text?.length) return null;
  const isWarning = tone === "warning";
  return (
    <div role="note" className={isWarning ? "note note-warning" : "note"}>
      <p className="note-tone">{isWarning ? words.noteWarning : words.noteInfo}</p>
      <InnerText value={text} />
    </div>
  );
}
