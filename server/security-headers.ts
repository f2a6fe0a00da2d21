import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

const PERMISSIONS = ["camera", "geolocation", "microphone", "usb", "browsing-topics"]
  .map((name) => `${name}=()`)
  .join(", ");

/**
 * The headers that are the same for every answer. The content security policy depends on the page and is set with it.
 * HSTS only where the public address is https: on http it would be ignored at best.
 */
export function createSecurityHeaders(
  https: boolean,
): (request: IncomingMessage, response: ServerResponse) => void {
  const apply = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" }, // the sign-in pop-up
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
  });
  return (request, response) => {
    apply(request, response, (error) => {
      if (error) throw error;
    });
    response.setHeader("permissions-policy", PERMISSIONS);
  };
}
