import { readClient } from "../content/client.instance.server.ts";
import { env } from "../platform/env.instance.server.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { createSlowdown } from "../platform/slowdown.server.ts";
import { destination } from "./destination.ts";
import { reportSignIn } from "./report.server.ts";
import { receiveSignIn } from "./sign-in.server.ts";
import { verifyCredentials } from "./verify-credentials.server.ts";
import { knownBrowsers, visitors } from "./visitors.instance.server.ts";

const WINDOW = { seconds: 900 };
const perCaller = createLimiter({ name: "sign-in", requests: 30, ...WINDOW }, env.redis, "refuse");
const perBrowser = createLimiter({ name: "sign-in-browser", requests: 10, ...WINDOW }, env.redis, "refuse");
const perAccount = createSlowdown(
  {
    name: "sign-in-account",
    freeAttempts: 10,
    firstDelaySeconds: 5,
    maxDelaySeconds: 60,
    windowSeconds: WINDOW.seconds,
  },
  env.redis,
);

/** Signs in with a password. */
export const handleSignIn = (request: Request) =>
  receiveSignIn(request, {
    verify: (credentials) => verifyCredentials(readClient, credentials),
    perCaller,
    perAccount,
    perBrowser,
    recognize: knownBrowsers.recognize,
    begin: async (request, user) => [
      await visitors.signIn(request, user),
      await knownBrowsers.remember(request, user.uid),
    ],
    destination: (user, asked) => destination(env.adminEmails, user, asked),
    report: reportSignIn,
  });
