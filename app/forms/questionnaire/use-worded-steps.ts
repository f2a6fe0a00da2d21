import { useMemo } from "react";
import { useTexts } from "../../content/use-texts.ts";
import type { Step } from "../../model/question.ts";
import { QUESTION_TEXTS, stepsWith } from "../../model/texts/questions.ts";

/** Returns the steps as the site's editors worded them. */
export function useWordedSteps(): readonly Step[] {
  const texts = useTexts(QUESTION_TEXTS);
  return useMemo(() => stepsWith(texts), [texts]);
}
