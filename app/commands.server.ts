/**
 * What commands of `scripts/` and `dev/` use of the site, also of one that is stopped: they open its stores themselves. Runs in Node
 * as it is, so nothing here imports JSX; the running site is made in services.server.ts.
 */
export { accountId, passwordUid, saveAccount, type SecondFactor } from "./auth/accounts.server.ts";
export { createPasswords, hashPassword, passwordProblem } from "./auth/passwords.server.ts";
export { createPeople } from "./auth/people.server.ts";
export { newSecondFactor, newTotpSecret, totpUri } from "./auth/second-factor.server.ts";
export { openSessionStore, type SessionStore } from "./auth/session-stores.server.ts";
export { createClients } from "./content/client.server.ts";
export { requireContent } from "./content/probe.server.ts";
export { createStripe } from "./contracts/payment/charge.server.ts";
export { listOutbox, smtpTransport } from "./email/transports.server.ts";
export { bytesPath, findUploads, removePlaces, writeRecord } from "./files/file-places.server.ts";
export type { FileStorage } from "./files/file-storage.server.ts";
export { Bucket } from "./files/s3-bucket.server.ts";
export { openFileStorage } from "./files/open-storage.server.ts";
export { DiskJobs } from "./submissions/queue/disk-jobs.server.ts";
export type { Job } from "./submissions/queue/job.ts";
export type { JobStore } from "./submissions/queue/job-store.ts";
export { RedisJobs } from "./submissions/queue/redis-jobs.server.ts";
export { openJobStore } from "./submissions/queue/shared-jobs.server.ts";
