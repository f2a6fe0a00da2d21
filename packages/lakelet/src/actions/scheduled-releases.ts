import { releaseNameOf } from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { LakeError } from "../model/errors.ts";
import type { LakeLog } from "../model/errors.ts";
import type { Role } from "../model/role.ts";
import { publishRelease, unscheduleRelease } from "./releases.ts";
import type { Action } from "./step.ts";

/** Timers of Node hold 24 days. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;
/** After a failure of the database. */
const RETRY_MS = 60_000;

interface Deps {
  releases(): Iterable<LakeDocument>;
  /** Runs one action as a transaction with the rights of an author; without one, with all. */
  act(action: Action, author?: ScheduleAuthor): Promise<unknown>;
  /** Returns the author with the role of now, or null for one who may not publish any more. */
  present(author: ScheduleAuthor): Promise<ScheduleAuthor | null>;
  log: LakeLog;
}

export interface ScheduleAuthor {
  id: string;
  role: Role;
}

const timeOf = ({ publishAt }: LakeDocument): number => Date.parse(String(publishAt));

const REVOKED = "The user who scheduled it may no longer publish";

/**
 * Publishes scheduled releases at their time, with the rights that who scheduled them has then, or at once if the lake was closed. One that cannot be published
 * becomes active again, with the reason in `error`.
 */
export class ScheduledReleases {
  readonly #deps: Deps;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Looks for the next release. Call it at the start and whenever a release has changed. */
  plan(wait = 0): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#running) return;
    const times = this.#scheduled().map(timeOf);
    if (times.length === 0) return;
    const until = Math.max(Math.min(...times) - Date.now(), wait);
    this.#timer = setTimeout(() => this.#wake(), Math.min(until, MAX_WAIT_MS));
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #scheduled(): LakeDocument[] {
    return [...this.#deps.releases()].filter(({ state }) => state === "scheduled");
  }

  #wake(): void {
    this.#running = this.#publishDue()
      .then(() => 0)
      .catch((error: unknown) => {
        this.#deps.log("error", "A scheduled release could not be published", { error });
        return RETRY_MS;
      })
      .then((wait) => {
        this.#running = undefined;
        this.plan(wait);
      });
  }

  async #publishDue(): Promise<void> {
    const due = this.#scheduled().filter((release) => timeOf(release) <= Date.now());
    for (const release of due.toSorted((a, b) => timeOf(a) - timeOf(b))) await this.#publish(release);
  }

  async #publish(release: LakeDocument): Promise<void> {
    const name = releaseNameOf(release._id);
    const author = await this.#deps.present(release["scheduledBy"] as unknown as ScheduleAuthor);
    if (!author) return this.#unschedule(name, new Error(REVOKED));
    try {
      await this.#deps.act(publishRelease(name, "scheduled"), author);
    } catch (error) {
      // A conflict stays one, so trying again would not help.
      if (!(error instanceof LakeError) || error.status >= 500) throw error;
      await this.#unschedule(name, error);
    }
  }

  async #unschedule(name: string, error: Error): Promise<void> {
    this.#deps.log("warn", "A scheduled release was not published", { name, error });
    await this.#deps.act(unscheduleRelease(name, error.message));
  }
}
