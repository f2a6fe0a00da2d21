/** Header by which a page tells our own server that it loads Google Analytics, for the policy. It never leaves the server. */
export const MEASURED = "x-measured";
