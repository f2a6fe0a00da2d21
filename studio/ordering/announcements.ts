import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";

/** Returns the screen reader announcements of a drag: positions, not ids. */
export function announcementsOf(ids: readonly string[]): Announcements {
  const place = (id: UniqueIdentifier | undefined) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `Picked up, ${place(active.id)}`,
    onDragOver: ({ over }) => (over ? `Moved to ${place(over.id)}` : undefined),
    onDragEnd: ({ over }) => (over ? `Put down, ${place(over.id)}` : "Put back"),
    onDragCancel: () => "Put back",
  };
}
