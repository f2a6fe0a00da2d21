import { defineBehavior, effect, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import { useToast } from "@sanity/ui/toast";
import { useMemo } from "react";
import type { PortableTextPluginsProps } from "sanity";
import { leftOut, withoutFirstHeadings } from "../model/pasted.ts";

/** Sanity's own plugins, and how text from Word and Google Docs is pasted: what the site has no form for is changed, or said. */
export function Pasting(props: PortableTextPluginsProps) {
  const toast = useToast();
  const behaviors = useMemo(
    () => [
      defineBehavior({
        // Not "deserialize.data": the Studio answers that for HTML before a plugin is asked.
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
