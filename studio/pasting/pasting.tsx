import { defineBehavior, effect, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import { useToast } from "@sanity/ui/toast";
import { useMemo } from "react";
import type { PortableTextPluginsProps } from "sanity";
import { leftOut, withoutFirstHeadings } from "../model/pasted.ts";

/** Sanity's plugins, and one that adapts pasted HTML, such as from Word: heading 1 becomes 2, and a toast names what is left out. */
export function Pasting(props: PortableTextPluginsProps) {
  const toast = useToast();
  const behaviors = useMemo(
    () => [
      defineBehavior({
        // Not "deserialize.data": the Studio's own behavior for HTML runs before those of plugins.
        on: "deserialize",
        guard: ({ event }) => {
          const { dataTransfer } = event.originEvent.originEvent;
          // What comes from another text of the Studio is pasted as it was.
          return !dataTransfer.getData("application/x-portable-text") && dataTransfer.getData("text/html");
        },
        actions: [
          ({ event: { originEvent } }, html) => [
            raise({
              type: "deserialize.data",
              mimeType: "text/html",
              data: withoutFirstHeadings(html),
              originEvent,
            }),
            effect(() => {
              const description = leftOut(html);
              if (description)
                toast.push({ status: "warning", title: "Not everything was pasted", description });
            }),
          ],
        ],
      }),
    ],
    [toast],
  );
  return (
    <>
      {props.renderDefault(props)}
      <BehaviorPlugin behaviors={behaviors} />
    </>
  );
}
