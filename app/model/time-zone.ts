/** The company's time zone (docs/decisions.md, "Identity and content"): of every date that does not follow the reader's. */
export const TIME_ZONE = "America/New_York";

/** What a date in it says where the reader may be elsewhere. */
export const TIME_ZONE_NAME = "New York time";
