/** The dialect in which the Studio's own panes ask. */
export const API_VERSION = "2025-02-19";
