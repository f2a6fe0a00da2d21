import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import type { Env } from "../platform/env.server.ts";
import type { CountUse } from "../platform/usage-counter.server.ts";
import type { EmailSite } from "./email/email.ts";
import type { SubmissionQueue } from "./queue/submission-queue.server.ts";
import type { Trap } from "./trap/trap.server.ts";

/** What the services of every form are made of. */
export interface FormDeps {
  env: Env;
  log: Logger;
  /** Signs links and form tokens. */
  secret: string;
  clients: ContentClients;
  queue: SubmissionQueue;
  emailSite: EmailSite;
  trap: Trap;
  countUse: CountUse;
}
