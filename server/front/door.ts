import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import type { ToWorker } from "./messages.ts";

/** So many callers may wait while there is no worker at all. */
const MAX_WAITING = 1_000;

/**
 * The public port. It is open from the first moment to the last, whoever dies meanwhile, and gives every connection to the
 * worker whose turn it is.
 */
export class Door {
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true }, (caller) => this.#give(caller));
  readonly #waiting: Socket[] = [];
  #workers: ChildProcess[] = [];

  /**
   * @returns the port, chosen by the system for 0
   * @throws what the system says, such as EADDRINUSE
   */
  async open(port: number, host: string): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const caller of this.#waiting.splice(0)) caller.destroy();
  }

  add(worker: ChildProcess): void {
    this.#workers.push(worker);
    for (const caller of this.#waiting.splice(0)) this.#give(caller);
  }

  remove(worker: ChildProcess): void {
    this.#workers = this.#workers.filter((one) => one !== worker);
  }

  /** How many callers wait for a worker. */
  get waiting(): number {
    return this.#waiting.length;
  }

  #give(caller: Socket): void {
    const worker = this.#workers.shift();
    if (!worker) return this.#wait(caller);
    this.#workers.push(worker);
    const message: ToWorker = { kind: "connection" };
    worker.send(message, caller, {}, (error) => {
      if (!error) return;
      this.remove(worker);
      this.#give(caller);
    });
  }

  #wait(caller: Socket): void {
    if (this.#waiting.length >= MAX_WAITING) caller.destroy();
    else this.#waiting.push(caller);
  }
}
