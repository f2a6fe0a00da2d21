import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { turnAway } from "./plain.ts";

/**
 * So many requests are worked on at once. Rendering, the slowest thing there is, manages some 300 pages a second, so who
 * comes last waits about two seconds; who comes after that would have left before the answer.
 */
const MAX_WORKING = 600;
/** When whatever runs keeps everything else waiting this long on average, in milliseconds, the machine manages less. */
const MAX_DELAY = 500;
/** So many then. Fewer are never turned away: it is not they who are too many. */
const MAX_WORKING_SLOWED = 60;
/** How often the delay is looked at, and how finely it is measured, in milliseconds. */
const EVERY = 1_000;
const RESOLUTION = 20;
const RETRY_AFTER = "3";

export interface Pressure {
  /** Answers 503 with Retry-After and true when there is too much to do; else counts the request until its answer begins. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean;
  /** Requests that are worked on. */
  readonly working: number;
  /** Requests turned away since the start. */
  readonly refused: number;
}

interface PressureOptions {
  maxWorking?: number;
  maxWorkingSlowed?: number;
  /** Mean delay of the event loop over the last while, in milliseconds; measured when left out. */
  delay?: () => number;
}

/** The smaller mean of the last two intervals: one long pause is over when it is noticed. */
function measureDelay(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  let [before, last] = [0, 0];
  setInterval(() => {
    before = last;
    last = histogram.count > 0 ? Math.max(0, histogram.mean / 1e6 - RESOLUTION) : 0;
    histogram.reset();
  }, EVERY).unref();
  return () => Math.min(before, last);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Turns work away while there is more than can be done in time, so that what was begun is finished. A request counts from
 * when all of it is there until its answer begins: neither slow senders nor streams of events take anybody's place.
 */
export function createPressure(options: PressureOptions = {}): Pressure {
  const { maxWorking = MAX_WORKING, maxWorkingSlowed = MAX_WORKING_SLOWED } = options;
  const { delay = measureDelay() } = options;
  const working = new Set<ServerResponse>();
  let refused = 0;

  function count(response: ServerResponse): void {
    if (response.headersSent || response.destroyed) return;
    working.add(response);
    const done = () => working.delete(response);
    response.once("close", done);
    const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
    response.writeHead = (...given: unknown[]) => {
      done();
      return writeHead(...given);
    };
  }

  return {
    refuses(request, response) {
      if (working.size >= (delay() > MAX_DELAY ? maxWorkingSlowed : maxWorking)) {
        refused += 1;
        response.setHeader("retry-after", RETRY_AFTER);
        if (hasBody(request)) response.setHeader("connection", "close");
        turnAway(
          response,
          503,
          "There is more to do than can be done at once. Please try again in a moment.",
        );
        return true;
      }
      if (hasBody(request)) request.once("end", () => count(response));
      else count(response);
      return false;
    },
    get working() {
      return working.size;
    },
    get refused() {
      return refused;
    },
  };
}
