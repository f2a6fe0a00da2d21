/** Ports of the browser tests, out of the way of a site that is running on 3000. */
export const ports = {
  site: 34_173,
  faultySite: 34_174,
  lake: 34_175,
  control: 34_176,
  cardSite: 34_177,
  stripe: 34_178,
} as const;
