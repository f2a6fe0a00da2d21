import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For pages that show nothing of what visitors send: a form that is posted from them, such as the newsletter's, does not
 * load them again.
 */
export const keepAfterPost: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === "POST" ? false : defaultShouldRevalidate;
