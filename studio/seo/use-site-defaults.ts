import { useMemo } from "react";
import { useObservable } from "react-rx";
import type { Observable } from "rxjs";
import { useDocumentStore } from "sanity";
import { API_VERSION } from "../model/api.ts";
import type { SiteDefaults } from "../model/seo-preview.ts";

const FETCH = `*[_id == "siteSettings"][0]{
  companyName, tagline, seo
}`;

/** Returns the site's defaults, live; undefined until they are loaded. */
export function useSiteDefaults(): SiteDefaults | null | undefined {
  const store = useDocumentStore();
  const defaults: Observable<SiteDefaults | null> = useMemo(
    () =>
      store.listenQuery(
        { fetch: FETCH, listen: '*[_id == "siteSettings"]' },
        {},
        { apiVersion: API_VERSION, perspective: "published" },
      ),
    [store],
  );
  return useObservable(defaults, undefined);
}
