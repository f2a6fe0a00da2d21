import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Stack } from "@sanity/ui";
import { useSchema } from "sanity";
import type { UserComponent } from "sanity/structure";
import { OrderedRow } from "./ordered-row.tsx";
import { Loading, Note } from "../shared/parts.tsx";
import { useLive } from "../shared/use-live.ts";
import { useReorder, type OrderedDocument } from "./use-reorder.ts";

/** A list in the order of the site. Rows are dragged by their handle, or moved with the space and arrow keys. */
export const OrderedPane: UserComponent = ({ options, childItemId }) => {
  const type = String(options?.type);
  const versions = useLive<OrderedDocument[]>({
    query: "*[_type == $type]",
    params: { type },
    throttleTime: 200,
  });
  if (!versions) return <Loading />;
  return <OrderedRows type={type} versions={versions} selectedId={childItemId} />;
};

interface RowsProps {
  type: string;
  versions: OrderedDocument[];
  selectedId: string | undefined;
}

function OrderedRows({ type, versions, selectedId }: RowsProps) {
  const schemaType = useSchema().get(type);
  const { rows, move } = useReorder(versions);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  if (!schemaType) return null;
  if (rows.length === 0) return <Note>There is none yet.</Note>;
  const ids = rows.map(({ id }) => id);
  return (
    <DndContext
      accessibility={{ announcements: announcementsOf(ids) }}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) void move(String(active.id), String(over.id));
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Stack as="ol" padding={2} gap={1}>
          {rows.map((row, index) => (
            <OrderedRow
              key={row.id}
              place={index + 1}
              row={row}
              schemaType={schemaType}
              selected={row.id === selectedId}
            />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  );
}

/** Returns the screen reader announcements of a drag: positions, not ids. */
function announcementsOf(ids: readonly string[]): Announcements {
  const place = (id: UniqueIdentifier | undefined) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `Picked up, ${place(active.id)}`,
    onDragOver: ({ over }) => (over ? `Moved to ${place(over.id)}` : undefined),
    onDragEnd: ({ over }) => (over ? `Put down, ${place(over.id)}` : "Put back"),
    onDragCancel: () => "Put back",
  };
}
