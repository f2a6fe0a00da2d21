import type { CommittedTransaction } from "../store/transaction-log.ts";
import { channelError } from "./event-stream.ts";
import type { EventSink } from "./event-stream.ts";
import type { Feed } from "./feed.ts";

/** Renders a transaction as text of an event stream; "" if it does not concern the listeners. */
export type RenderEvents = (transaction: CommittedTransaction) => string;

interface Channel {
  key: string;
  render: RenderEvents;
  /** Each with the number of transactions published before it joined. */
  sinks: Map<EventSink, number>;
}

/** A transaction, the number published up to it, and the channels that have not got it yet. */
interface Pending {
  transaction: CommittedTransaction;
  place: number;
  channels: Iterator<Channel>;
}

const encoder = new TextEncoder();

/** How long delivery may occupy the event loop at a time, in ms. */
const SLICE_MS = 5;

/**
 * Listeners with the same events share a channel, where each transaction is matched and rendered once. Events are delivered
 * after the author has the result, in slices.
 */
export class Channels {
  readonly #feed: Feed;
  readonly #channels = new Map<string, Channel>();
  readonly #pending: Pending[] = [];

  constructor(feed: Feed) {
    this.#feed = feed;
    feed.subscribe((transaction) => {
      if (this.#channels.size === 0) return;
      if (this.#pending.length === 0) setImmediate(() => this.#deliverNext());
      const channels = new Set(this.#channels.values()).values();
      this.#pending.push({ transaction, place: feed.published, channels });
    });
  }

  /**
   * Adds a listener to the channel of `key`, which stands for everything that determines its events. Calls `make` for the
   * first listener only. Returns a function that leaves.
   */
  join(key: string, sink: EventSink, make: () => RenderEvents): () => void {
    let channel = this.#channels.get(key);
    if (!channel) {
      channel = { key, render: make(), sinks: new Map() };
      this.#channels.set(key, channel);
    }
    const { sinks } = channel;
    sinks.set(sink, this.#feed.published);
    return () => {
      sinks.delete(sink);
      if (sinks.size === 0 && this.#channels.get(key)?.sinks === sinks) this.#channels.delete(key);
    };
  }

  #deliverNext(): void {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const [first] = this.#pending;
      if (!first) return;
      const { done, value } = first.channels.next();
      if (done) this.#pending.shift();
      else deliver(value, first);
    }
    if (this.#pending.length > 0) setImmediate(() => this.#deliverNext());
  }
}

function deliver({ render, sinks }: Channel, { transaction, place }: Pending): void {
  const receivers = [...sinks].flatMap(([sink, since]) => (since < place ? [sink] : []));
  if (receivers.length === 0) return;
  try {
    const text = render(transaction);
    if (text === "") return;
    const bytes = encoder.encode(text);
    for (const sink of receivers) sink.write(bytes);
  } catch (error) {
    for (const sink of receivers) channelError(sink, error);
  }
}
