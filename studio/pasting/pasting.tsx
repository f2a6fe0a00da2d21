import { defineBehavior, effect, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import { useToast } from "@sanity/ui/toast";
import { useMemo } from "react";
import type { PortableTextPluginsProps } from "sanity";
import { leftOut, readHtml } from "../model/pasted.ts";

/**
 * Sanity's plugins with its tables, and one that reads pasted HTML, such as from Word: tables too, heading 1 as 2, and a toast names
 * what is left out.
 */
export function Pasting(props: PortableTextPluginsProps) {
  const toast = useToast();
  const behaviors = useMemo(
    () => [
      defineBehavior({
        // Not "deserialize.data": the Studio's own behavior for HTML runs before those of plugins.
        on: "deserialize",
        guard: ({ event, snapshot: { context } }) => {
          const { dataTransfer } = event.originEvent.originEvent;
          // What comes from another text of the Studio is pasted as it was.
          if (dataTransfer.getData("application/x-portable-text")) return false;
          const html = dataTransfer.getData("text/html");
          const blocks = html
            ? readHtml(html, { schema: context.schema, keyGenerator: context.keyGenerator })
            : [];
          return blocks.length > 0 && { html, blocks };
        },
        actions: [
          ({ event: { originEvent } }, { html, blocks }) => [
            raise({ type: "deserialization.success", mimeType: "text/html", data: blocks, originEvent }),
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
      {props.renderDefault({ ...props, plugins: { ...props.plugins, table: { enabled: true } } })}
      <BehaviorPlugin behaviors={behaviors} />
    </>
  );
}
