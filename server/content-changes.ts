import type { Lake } from "lakelet";
import type { ContentChange } from "./page-cache/purge.ts";

/** Gets what changed, after it was stored. Resolves to whether it was taken; `false` has a webhook deliver it again. */
type ChangeListener = (changes: readonly ContentChange[]) => Promise<boolean> | boolean;

/** Tells its subscribers of every change of content: of the embedded lake, and what `publish` is given by a webhook. */
export function createContentChanges(lake: Pick<Lake, "subscribe"> | null) {
  const listeners: ChangeListener[] = [];
  /** Resolves to whether every subscriber took the changes. */
  const publish = async (changes: readonly ContentChange[]): Promise<boolean> =>
    (await Promise.all(listeners.map((listener) => listener(changes)))).every(Boolean);
  lake?.subscribe(({ changes }) => {
    const typesOf = (...documents: ({ _type: string } | null)[]) =>
      documents.flatMap((document) => document?._type ?? []);
    void publish(changes.map(({ id, before, after }) => ({ id, types: typesOf(before, after) })));
  });
  return {
    publish,
    subscribe: (listener: ChangeListener) => void listeners.push(listener),
    /** Whether every change is told: one of a lake in another process takes a webhook. */
    isComplete: lake !== null,
  };
}

export type ContentChanges = ReturnType<typeof createContentChanges>;
