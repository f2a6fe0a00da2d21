import { env } from "../platform/env.instance.server.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { finishGoogle, startGoogle } from "./google.server.ts";
import { reportSignIn } from "./report.server.ts";
import { handshakes, visitors } from "./visitors.instance.server.ts";

const { google } = env;

/** Leaving for Google and coming back are a request each. */
const perAddress = createLimiter({ name: "google", requests: 60, seconds: 900 }, env.redis, "refuse");

/** Google sign-in, or null while it is not configured. */
export const googleDesk = google.on
  ? {
      client: { ...google, callbackUrl: `${env.publicUrl}/login/google/callback` },
      handshakes,
      perAddress,
      begin: visitors.signIn,
      report: reportSignIn,
    }
  : null;

export const handleGoogleStart = (request: Request) => googleDesk && startGoogle(request, googleDesk);
export const handleGoogleReturn = (request: Request) => googleDesk && finishGoogle(request, googleDesk);
