import { useRouteLoaderData } from "@remix-run/react";
import { textsOf, type ChangedTexts, type DefaultTexts, type Texts } from "../model/texts/texts.ts";

/** Returns the texts of a group as the site's editors wrote them; the defaults on the error page of a site without content. */
export function useTexts<Id extends string>(group: DefaultTexts<Id>): Texts<Id> {
  const root = useRouteLoaderData("root") as { texts?: ChangedTexts } | undefined;
  return textsOf(group, root?.texts);
}
