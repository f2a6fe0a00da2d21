/** The API version that our own panes query with. */
export const API_VERSION = "2025-02-19";
