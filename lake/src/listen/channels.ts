import type { CommittedTransaction } from "../store/store.ts";
import { channelError } from "./channel-error.ts";
import type { EventSink } from "./event-stream.ts";
import type { Feed } from "./feed.ts";

/** What listeners hear of a transaction, as text of an event stream; "" when it does not concern them. */
export type Tell = (transaction: CommittedTransaction) => string;

interface Channel {
  key: string;
  tell: Tell;
  /** Each with the number of transactions that were told before it came. */
  sinks: Map<EventSink, number>;
}

/** A transaction, how many were told with it, and the channels that have not heard of it yet. */
interface Untold {
  transaction: CommittedTransaction;
  place: number;
  channels: Iterator<Channel>;
}

const encoder = new TextEncoder();

/** How long listeners are told before others get their turn, in milliseconds. */
const SLICE_MS = 5;

/**
 * Listeners who hear the same share one channel: a transaction is matched once, and its events written once, for all of
 * them. They are told after the writer has its answer, a slice at a time.
 */
export class Channels {
  readonly #feed: Feed;
  readonly #channels = new Map<string, Channel>();
  readonly #untold: Untold[] = [];

  constructor(feed: Feed) {
    this.#feed = feed;
    feed.subscribe((transaction) => {
      if (this.#channels.size === 0) return;
      if (this.#untold.length === 0) setImmediate(() => this.#tell());
      const channels = new Set(this.#channels.values()).values();
      this.#untold.push({ transaction, place: feed.told, channels });
    });
  }

  /** `key` stands for all that decides what is heard. `make` is called for the first listener only. Returns how to stop. */
  join(key: string, sink: EventSink, make: () => Tell): () => void {
    let channel = this.#channels.get(key);
    if (!channel) {
      channel = { key, tell: make(), sinks: new Map() };
      this.#channels.set(key, channel);
    }
    const { sinks } = channel;
    sinks.set(sink, this.#feed.told);
    return () => {
      sinks.delete(sink);
      if (sinks.size === 0 && this.#channels.get(key)?.sinks === sinks) this.#channels.delete(key);
    };
  }

  #tell(): void {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const [first] = this.#untold;
      if (!first) return;
      const { done, value } = first.channels.next();
      if (done) this.#untold.shift();
      else tellChannel(value, first);
    }
    if (this.#untold.length > 0) setImmediate(() => this.#tell());
  }
}

function tellChannel({ tell, sinks }: Channel, { transaction, place }: Untold): void {
  const hearing = [...sinks].flatMap(([sink, since]) => (since < place ? [sink] : []));
  if (hearing.length === 0) return;
  try {
    const text = tell(transaction);
    if (text === "") return;
    const bytes = encoder.encode(text);
    for (const sink of hearing) sink.write(bytes);
  } catch (error) {
    for (const sink of hearing) channelError(sink, error);
  }
}
