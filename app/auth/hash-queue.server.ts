import {
  createWorkQueue,
  type QueueCaller,
  type QueueLimits,
  type WorkQueue,
} from "../platform/work-queue.server.ts";
import { Throttled } from "./attempts.server.ts";

/** For whom a password is hashed: known are a browser that signed in before, a signed-in user, and the owner of an emailed link. */
export type HashCaller = QueueCaller;

/** Runs work that takes a thread of libuv's four for some 0.3 s. */
export type HashQueue = WorkQueue;

/** Two threads stay free for files and compression. Twenty wait for about three seconds. */
const LIMITS: QueueLimits = { running: 2, waiting: 20, perCaller: 4 };
const RETRY_AFTER_SECONDS = 5;

const busy = () =>
  new Throttled(RETRY_AFTER_SECONDS, {
    code: "auth/busy",
    status: 503,
    message: "Too many passwords are being checked.",
  });

/** Returns the queue of password hashes. It rejects with an AppError `auth/busy`, 503, when it is full. */
export const createHashQueue = (limits: Partial<QueueLimits> = {}): HashQueue =>
  createWorkQueue({ ...LIMITS, ...limits }, busy);
