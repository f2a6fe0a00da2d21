import { insert, setIfMissing, type ArrayOfObjectsInputProps } from "sanity";
import type { SiteLink } from "../../app/model/look.ts";

/**
 * Returns the first entry of an empty list behind the site's usual links, which it would otherwise take the place of. They are
 * shown in the form, where each can be removed.
 */
export function withUsualLinks<Item>(usual: readonly SiteLink[], item: Item) {
  const links = usual.map(({ to, label }) => ({
    _type: "siteLink",
    _key: crypto.randomUUID(),
    label,
    href: to,
  }));
  return [...links, item];
}

/** The input of a list of links. */
export function LinkListInput({
  usual,
  ...props
}: ArrayOfObjectsInputProps & { usual: readonly SiteLink[] }) {
  const { onChange, onItemAppend, value } = props;
  type Item = Parameters<typeof onItemAppend>[0];
  const append = (item: Item) =>
    value?.length
      ? onItemAppend(item)
      : onChange([setIfMissing([]), insert(withUsualLinks(usual, item), "after", [-1])]);
  return props.renderDefault({ ...props, onItemAppend: append });
}
