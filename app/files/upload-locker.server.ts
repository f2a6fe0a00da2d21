import type { Lock, Locker, RequestRelease } from "@tus/server";
import { storageError } from "./upload-rules.ts";

/** How long a request waits for the one before it to end, in ms. */
const WAIT_MS = 30_000;

/** The next request of an upload that another request holds. */
interface Waiter {
  requestRelease: RequestRelease;
  /** Gives it the lock. */
  proceed: () => void;
}

interface Holder {
  requestRelease: RequestRelease;
  waiter: Waiter | null;
}

const locked = (detail: string) => storageError("storage/locked", detail);

/**
 * Returns a locker of the tus server for this process, in front of `shared`, the one that several processes share. A request that
 * wants a held upload asks the holder to end and waits until it has. At most one waits per upload: `lock` throws an AppError
 * `storage/locked` for every further one, and after `waitMs`. The tus server's MemoryLocker polls without a pause and lets any
 * number wait.
 */
export function createUploadLocker(shared?: Locker, waitMs = WAIT_MS): Locker {
  const held = new Map<string, Holder>();

  /** Waits until the holder hands over. */
  function wait(holder: Holder, signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { requestRelease, proceed: resolve };
    holder.waiter = waiter;
    const leave = (why: string) => {
      if (holder.waiter === waiter) holder.waiter = null;
      reject(locked(why));
    };
    const timer = setTimeout(() => leave("The request before did not end."), waitMs);
    const onAbort = () => leave("The request ended while it waited for the upload.");
    signal.addEventListener("abort", onAbort, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    });
  }

  async function take(id: string, signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const holder = held.get(id);
    if (!holder) return void held.set(id, { requestRelease, waiter: null });
    if (holder.waiter) throw locked("Another request waits for the upload already.");
    const turn = wait(holder, signal, requestRelease);
    await Promise.all([turn, holder.requestRelease()]);
  }

  function release(id: string): void {
    const waiter = held.get(id)?.waiter;
    if (!waiter) return void held.delete(id);
    held.set(id, { requestRelease: waiter.requestRelease, waiter: null });
    waiter.proceed();
  }

  function newLock(id: string): Lock {
    const sharedLock = shared?.newLock(id);
    return {
      async lock(signal, requestRelease) {
        await take(id, signal, requestRelease);
        await sharedLock?.lock(signal, requestRelease).catch((error: unknown) => {
          release(id);
          throw error;
        });
      },
      async unlock() {
        await sharedLock?.unlock();
        release(id);
      },
    };
  }
  return { newLock };
}
