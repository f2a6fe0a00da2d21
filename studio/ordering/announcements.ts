import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";

/** What a screen reader says while a row is moved: places, not ids. */
export function announcementsOf(ids: readonly string[]): Announcements {
  const place = (id: UniqueIdentifier | undefined) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `Picked up, ${place(active.id)}`,
    onDragOver: ({ over }) => (over ? `Moved to ${place(over.id)}` : undefined),
    onDragEnd: ({ over }) => (over ? `Put down, ${place(over.id)}` : "Put back"),
    onDragCancel: () => "Put back",
  };
}
