import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * `shouldRevalidate` of pages that do not depend on submissions: posting a form from them, such as the newsletter's, does not load
 * them again.
 */
export const keepAfterPost: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === "POST" ? false : defaultShouldRevalidate;
