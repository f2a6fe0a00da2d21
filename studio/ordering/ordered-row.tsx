import { useSortable } from "@dnd-kit/sortable";
import { DragHandleIcon } from "@sanity/icons/DragHandle";
import { Badge, Box, Button, Flex } from "@sanity/ui";
import { useMemo, type ComponentPropsWithoutRef } from "react";
import { Preview, PreviewCard, type SchemaType } from "sanity";
import { usePaneRouter } from "sanity/structure";
import type { Row } from "../model/reorder.ts";
import type { OrderedDocument } from "./use-reorder.ts";

interface RowProps {
  row: Row<OrderedDocument>;
  /** Position in the list, from 1. */
  place: number;
  schemaType: SchemaType;
  selected: boolean;
}

type ChildLinkComponent = ReturnType<typeof usePaneRouter>["ChildLink"];

/** Returns a link component for `PreviewCard`, which takes a component without props. */
const linkTo = (ChildLink: ChildLinkComponent, id: string) =>
  function Link(props: ComponentPropsWithoutRef<"a">) {
    return <ChildLink {...props} childId={id} />;
  };

/** One document: the handle moves it, the rest opens it. */
export function OrderedRow({ row, place, schemaType, selected }: RowProps) {
  const { ChildLink } = usePaneRouter();
  const { setNodeRef, transform, transition, attributes, listeners, isDragging } = useSortable({
    id: row.id,
  });
  const Link = useMemo(() => linkTo(ChildLink, row.id), [ChildLink, row.id]);
  return (
    <Flex
      as="li"
      ref={setNodeRef}
      align="center"
      gap={1}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
        opacity: isDragging ? 0.6 : 1,
      }}
    >
      <Button
        {...attributes}
        {...listeners}
        aria-label={`Move, now in place ${place}`}
        icon={DragHandleIcon}
        mode="bleed"
        padding={2}
        style={{ cursor: "grab", touchAction: "none" }}
      />
      <PreviewCard
        as={Link}
        data-as="a"
        flex={1}
        padding={0}
        radius={2}
        pressed={selected}
        selected={selected}
        tabIndex={0}
      >
        <Flex align="center" gap={2} paddingRight={3}>
          <Box flex={1} overflow="hidden">
            <Preview layout="default" schemaType={schemaType} value={row.doc} skipVisibilityCheck />
          </Box>
          {row.doc._id === row.id ? null : <Badge tone="caution">Draft</Badge>}
        </Flex>
      </PreviewCard>
    </Flex>
  );
}
