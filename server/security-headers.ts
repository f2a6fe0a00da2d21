/** Everything that a browser asks its user for, and that nothing here needs. */
const PERMISSIONS =
  "accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection magnetometer microphone midi screen-wake-lock serial usb xr-spatial-tracking"
    .split(" ")
    .map((name) => `${name}=()`)
    .join(", ");

/**
 * The headers that are the same for every answer: what @fastify/helmet sets (security-headers.test.ts compares them), as
 * values, because pages from memory are sent before Fastify has a reply. The content security policy depends on the page
 * and is set with it. HSTS only where the public address is https: on http it would be ignored at best.
 */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    "cross-origin-opener-policy": "same-origin-allow-popups", // the sign-in pop-up
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": PERMISSIONS,
    "referrer-policy": "strict-origin-when-cross-origin",
    ...(https ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-frame-options": "DENY",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
  };
}
