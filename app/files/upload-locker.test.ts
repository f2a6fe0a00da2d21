import { expect, test } from "vitest";
import { createUploadLocker } from "./upload-locker.server.ts";

const never = () => new AbortController().signal;
const LOCKED = { code: "storage/locked", status: 423 };

test("the next request asks the holder to end, waits, and gets the upload; a third is refused", async () => {
  const locker = createUploadLocker();
  const [first, second, third] = [locker.newLock("a"), locker.newLock("a"), locker.newLock("a")];
  let asked = 0;
  await first.lock(never(), () => void asked++);
  let isHeld = false;
  const waiting = second.lock(never(), () => {}).then(() => (isHeld = true));
  await expect(third.lock(never(), () => {})).rejects.toMatchObject(LOCKED);
  expect([asked, isHeld]).toEqual([1, false]);
  await locker.newLock("b").lock(never(), () => {});
  await first.unlock();
  await waiting;
  await second.unlock();
  await third.lock(never(), () => {});
});

test("the one that takes over is asked by the next", async () => {
  const locker = createUploadLocker();
  const [first, second, third] = [locker.newLock("a"), locker.newLock("a"), locker.newLock("a")];
  await first.lock(never(), () => {});
  let asked = 0;
  const waiting = second.lock(never(), () => void asked++);
  await first.unlock();
  await waiting;
  const next = third.lock(never(), () => {});
  expect(asked).toBe(1);
  await second.unlock();
  await next;
});

test("waiting ends with the request and after a while, and leaves its place to another", async () => {
  const locker = createUploadLocker(undefined, 20);
  const holder = locker.newLock("a");
  await holder.lock(never(), () => {});
  const end = new AbortController();
  const aborted = locker.newLock("a").lock(end.signal, () => {});
  end.abort();
  await expect(aborted).rejects.toMatchObject(LOCKED);
  await expect(locker.newLock("a").lock(never(), () => {})).rejects.toMatchObject(LOCKED);
  const next = locker.newLock("a").lock(never(), () => {});
  await holder.unlock();
  await next;
});

test("a shared lock that fails frees the upload here", async () => {
  let isAway = true;
  const shared = {
    newLock: () => ({
      lock: () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve()),
      unlock: async () => {},
    }),
  };
  const locker = createUploadLocker(shared);
  await expect(locker.newLock("a").lock(never(), () => {})).rejects.toThrow("away");
  isAway = false;
  await locker.newLock("a").lock(never(), () => {});
});
