import type { NewDocumentOptionsResolver } from "sanity";

/** Coupons are made with the button of their list only, which gives them an id that visitors cannot read. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => templateId !== "coupon");
