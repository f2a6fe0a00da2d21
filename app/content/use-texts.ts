import { useRouteLoaderData } from "@remix-run/react";
import {
  textsOf,
  wordsOf,
  type ChangedTexts,
  type TextGroup,
  type Texts,
  type Words,
} from "../model/texts.ts";

/** Returns the texts of a group as the site's editors wrote them; the defaults on the error page of a site without content. */
export function useTexts<Id extends string>(group: TextGroup<Id>): Texts<Id> {
  return textsOf(group, useChangedTexts());
}

/** Returns the same of a group that browsers know by its words alone. */
export function useWords<Id extends string>(words: Words<Id>): Texts<Id> {
  return wordsOf(words, useChangedTexts());
}

function useChangedTexts(): ChangedTexts | undefined {
  const root = useRouteLoaderData("root") as { texts?: ChangedTexts } | undefined;
  return root?.texts;
}
