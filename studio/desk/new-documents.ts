import type { NewDocumentOptionsResolver } from "sanity";

/** Coupons are created only with the button of their list, which gives them an id that visitors cannot read. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => templateId !== "coupon");
