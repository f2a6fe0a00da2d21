import type { IncomingMessage, ServerResponse } from "node:http";

export interface EventStreams {
  /** Takes note of an answer that may turn out to be a stream. */
  watch(request: Pick<IncomingMessage, "url">, response: ServerResponse): void;
  /** Breaks streams off; the browsers behind them ask again, whoever answers then. */
  end(): void;
}

/** Looks after answers that never end by themselves (server-sent events). What lies below the path `notBelow` is left alone. */
export function createEventStreams({ notBelow }: { notBelow?: string } = {}): EventStreams {
  const open = new Set<ServerResponse>();
  return {
    watch({ url }, response) {
      if (notBelow && url?.startsWith(notBelow)) return;
      open.add(response);
      response.once("close", () => open.delete(response));
    },
    end() {
      for (const response of open) {
        const type = response.getHeader("content-type");
        if (String(type).startsWith("text/event-stream")) response.destroy();
      }
    },
  };
}
