import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  /** Recipients of the envelope. */
  recipients: string[];
  /** Names and values, unfolded, in order. */
  headers: [name: string, value: string][];
  raw: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** Status for every recipient until it is null again: 4xx means later, 5xx never. */
  refusal: number | null;
  /** Delay before an email is acknowledged, in ms. */
  slowness: number;
  /** Emails whose sender waits for the acknowledgement. */
  waiting: number;
  close(): Promise<void>;
}

function headersOf(raw: string): [string, string][] {
  const head = (raw.split("\r\n\r\n", 1)[0] ?? "").replaceAll(/\r\n[ \t]+/g, " ");
  return head.split("\r\n").map((line) => {
    const [, name = "", value = ""] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    return [name, value];
  });
}

/** Starts a real SMTP server that stores received emails in memory. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onRcptTo(_address, _session, done) {
      if (!standIn.refusal) return done();
      done(Object.assign(new Error("told to"), { responseCode: standIn.refusal }));
    },
    onData(stream, { envelope }, done) {
      const take = async (raw: string) => {
        standIn.waiting += 1;
        await sleep(standIn.slowness);
        standIn.waiting -= 1;
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          recipients: envelope.rcptTo.map(({ address }) => address),
          headers: headersOf(raw),
          raw,
        });
        done();
      };
      // An incomplete email is not received.
      text(stream).then(take, done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  // Ignores clients that disconnect in the middle of an email.
  server.on("error", () => {});
  const address = server.server.address() as AddressInfo;
  const standIn: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refusal: null,
    slowness: 0,
    waiting: 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return standIn;
}
