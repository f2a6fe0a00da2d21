import { readClient } from "../content/client.instance.server.ts";
import { env } from "../platform/env.instance.server.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { destination } from "./destination.ts";
import { reportSignIn } from "./report.server.ts";
import { receiveSignIn } from "./sign-in.server.ts";
import { verifyCredentials } from "./verify-credentials.server.ts";
import { visitors } from "./visitors.instance.server.ts";

const WINDOW = { seconds: 900 };
const perAddress = createLimiter({ name: "sign-in", requests: 30, ...WINDOW }, env.redis, "refuse");
const perAccount = createLimiter({ name: "sign-in-account", requests: 10, ...WINDOW }, env.redis, "refuse");

/** Signs in with a password. */
export const handleSignIn = (request: Request) =>
  receiveSignIn(request, {
    verify: (credentials) => verifyCredentials(readClient, credentials),
    perAddress,
    perAccount,
    begin: (request, user) => visitors.signIn(request, user),
    destination: (user, asked) => destination(env.adminEmails, user, asked),
    report: reportSignIn,
  });
