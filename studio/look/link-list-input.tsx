import { insert, setIfMissing, type ArrayOfObjectsInputProps } from "sanity";
import type { SiteLink } from "../../app/model/look.ts";

/** Returns the site's usual links as entries of a list: the first link of an owner comes after them, and each can be removed. */
export function usualEntries(usual: readonly SiteLink[]) {
  return usual.map(({ to, label }) => ({
    _type: "siteLink",
    _key: crypto.randomUUID(),
    label,
    href: to,
  }));
}

/** The input of a list of links. An empty list stands for the usual ones, which the first entry would take the place of. */
export function LinkListInput({
  usual,
  ...props
}: ArrayOfObjectsInputProps & { usual: readonly SiteLink[] }) {
  const { onChange, onItemAppend, value } = props;
  const append = (item: Parameters<typeof onItemAppend>[0]) => {
    if (!value?.length) onChange([setIfMissing([]), insert(usualEntries(usual), "after", [-1])]);
    onItemAppend(item);
  };
  return props.renderDefault({ ...props, onItemAppend: append });
}
