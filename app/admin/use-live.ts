import { startTransition, useEffect, useState } from "react";
import { isTableKind, TABLE_KINDS, type TableKind } from "./tables.ts";

/** How often each table was told that it has changed. */
export type Versions = Readonly<Record<TableKind, number>>;

const NONE: Versions = { questionnaires: 0, contracts: 0, messages: 0, subscribers: 0 };

/** Changes that come together are read together, in milliseconds. */
const TOGETHER = 250;
/** Milliseconds until a stream that was refused is asked for again. */
const AGAIN = 10_000;

/** Hears from the server which tables have changed while the dashboard is open. */
export function useLive(): Versions {
  const [versions, setVersions] = useState(NONE);
  useEffect(() => {
    const changed = new Set<TableKind>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource;

    const tell = () => {
      const kinds = [...changed];
      changed.clear();
      timer = undefined;
      // A table that React has not taken over yet is not thrown away for it.
      startTransition(() =>
        setVersions((before) => ({
          ...before,
          ...Object.fromEntries(kinds.map((kind) => [kind, before[kind] + 1])),
        })),
      );
    };
    const hear = ({ data }: MessageEvent<string>) => {
      for (const kind of isTableKind(data) ? [data] : TABLE_KINDS) changed.add(kind);
      timer ??= setTimeout(tell, TOGETHER);
    };
    const listen = () => {
      source = new EventSource("/admin/events");
      source.addEventListener("change", hear);
      // The guard decides what somebody sees who is signed out.
      source.addEventListener("signed-out", () => window.location.reload());
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) again = setTimeout(listen, AGAIN);
      });
    };

    listen();
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      source.close();
    };
  }, []);
  return versions;
}
