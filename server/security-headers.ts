import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";

/** Everything that a browser asks its user for, and that nothing here needs. */
const PERMISSIONS =
  "accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection magnetometer microphone midi screen-wake-lock serial usb xr-spatial-tracking"
    .split(" ")
    .map((name) => `${name}=()`)
    .join(", ");

/**
 * The headers that are the same for every answer. The content security policy depends on the page and is set with it.
 * HSTS only where the public address is https: on http it would be ignored at best.
 */
export function securityHeaders(https: boolean): Record<string, string> {
  const apply = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" }, // the sign-in pop-up
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
  });
  // helmet sets them on an answer; they never change, so one answer that is not sent tells them all.
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  apply(request, response, (error) => {
    if (error) throw error;
  });
  const given = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(given), "permissions-policy": PERMISSIONS };
}
