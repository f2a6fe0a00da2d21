type Fields = Record<string, unknown>;

/** A picture of `seed/images`, in the form that `sanity dataset import` uploads. */
export function image(file: string, alt: string, extra: Fields = {}): Fields {
  return { _type: "imageWithAlt", _sanityAsset: `image@file://./images/${file}`, alt, ...extra };
}

/** Items of an array of objects, each with the key that the content store asks for. */
export function keyed<Item extends Fields>(items: readonly Item[], type?: string): Fields[] {
  return items.map((item, index) => ({ _key: `k${index}`, ...(type ? { _type: type } : {}), ...item }));
}

export function references(...ids: string[]): Fields[] {
  return ids.map((id, index) => ({ _key: `r${index}`, _type: "reference", _ref: id }));
}

export function slug(current: string): Fields {
  return { _type: "slug", current };
}

export function seo(title: string, description: string): Fields {
  return { _type: "seo", title, description };
}
