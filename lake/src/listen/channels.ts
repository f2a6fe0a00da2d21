import type { CommittedTransaction } from "../store/store.ts";
import { channelError } from "./channel-error.ts";
import type { EventSink } from "./event-stream.ts";
import type { Feed } from "./feed.ts";

/** What listeners hear of a transaction, as text of an event stream; "" when it does not concern them. */
export type Tell = (transaction: CommittedTransaction) => string;

interface Channel {
  tell: Tell;
  sinks: Set<EventSink>;
  leave: () => void;
}

const encoder = new TextEncoder();

/**
 * Listeners who hear the same share one channel: a transaction is matched, and what is told of it written, once for all of
 * them. So those whom nothing concerns cost nothing, however many they are.
 */
export class Channels {
  readonly #feed: Feed;
  readonly #channels = new Map<string, Channel>();

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** `key` stands for all that decides what is heard. `make` is called for the first listener only. Answers how to stop. */
  join(key: string, sink: EventSink, make: () => Tell): () => void {
    const channel = this.#channels.get(key) ?? this.#open(key, make());
    channel.sinks.add(sink);
    return () => {
      channel.sinks.delete(sink);
      if (channel.sinks.size > 0) return;
      channel.leave();
      if (this.#channels.get(key) === channel) this.#channels.delete(key);
    };
  }

  #open(key: string, tell: Tell): Channel {
    const sinks = new Set<EventSink>();
    const leave = this.#feed.subscribe((transaction) => {
      try {
        const text = tell(transaction);
        if (text === "") return;
        const bytes = encoder.encode(text);
        for (const sink of sinks) sink.write(bytes);
      } catch (error) {
        for (const sink of sinks) channelError(sink, error);
      }
    });
    const channel = { tell, sinks, leave };
    this.#channels.set(key, channel);
    return channel;
  }
}
