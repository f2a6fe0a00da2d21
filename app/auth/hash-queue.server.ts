import { createWorkQueue, type QueueLimits, type WorkQueue } from "../platform/work-queue.server.ts";
import { Throttled } from "./attempts.server.ts";

/** A hash takes a thread of libuv's four for some 0.3 s: two stay free for files and compression. Twenty wait for about three seconds. */
const QUEUE: QueueLimits = { running: 2, waiting: 20, perCaller: 4 };
const RETRY_AFTER_SECONDS = 5;

const busy = () =>
  new Throttled(RETRY_AFTER_SECONDS, {
    code: "auth/busy",
    status: 503,
    message: "Too many passwords are being checked.",
  });

/** Returns the queue of password hashes. It rejects with an AppError `auth/busy`, 503, when it is full. */
export const createHashQueue = (limits: Partial<QueueLimits> = {}): WorkQueue =>
  createWorkQueue({ ...QUEUE, ...limits }, busy);
