import { setTimeout as sleep } from "node:timers/promises";
import { pageToken } from "../support/form-posts.ts";
import {
  auditFiles,
  auditMails,
  auditOrders,
  auditPage,
  auditStatuses,
  auditSubmissions,
  isSignedIn,
} from "./audit.ts";
import type { MailFigures, OrderFigures, SubmissionFigures } from "./audit.ts";
import { orderByCard, orderByInvoice } from "./customers.ts";
import { Line } from "./line.ts";
import { mischief, type Fault } from "./monkey.ts";
import { seeded, type Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import { Postman, publish, review, tellSite } from "./staff.ts";
import { answerQuestions, subscribe, writeMessage, type Town } from "./visitors.ts";

export interface ChaosOptions {
  seed: number;
  /** Least duration of load and faults. They go on until site and lake were killed and this many submissions are acknowledged. */
  seconds: number;
  leastAcknowledged: number;
  /** Concurrent visitors. */
  visitors: number;
  /** Waits until every receipt is sent: half a minute for those that a killed process was sending. */
  awaitMails: boolean;
  say?: (line: string) => void;
}

export interface ChaosFigures {
  seed: number;
  seconds: number;
  requests: number;
  answers: Record<string, number>;
  kills: { site: number; lake: number; mail: number };
  /** How often each fault was injected. */
  faults: Partial<Record<Fault, number>>;
  submissions: SubmissionFigures;
  orders: OrderFigures;
  mails: MailFigures;
  statusChanges: number;
  publications: number;
  /** Descriptions of failures; empty after a good run. */
  wrong: string[];
}

const VISITS: [weight: number, visit: (town: Town, random: Random) => Promise<void>][] = [
  [3, writeMessage],
  [3, subscribe],
  [2, answerQuestions],
  [2, orderByInvoice],
  [3, orderByCard],
];
const LOTS = VISITS.flatMap(([weight, visit]) => Array.from({ length: weight }, () => visit));

/** Repeats a step until the end. A visit that has started is finished afterwards, when the site is no longer killed. */
async function keepOn(isOver: () => boolean, pause: () => number, step: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await step();
    await sleep(pause());
  }
}

/** Waits until everything acknowledged is stored and every paid order completed, or nothing changed for half a minute longer than the longest retry delay. */
async function settle(scene: Scene, town: Town, postman: Postman, awaitMails: boolean): Promise<boolean> {
  scene.proxy.clear();
  await scene.mail.comeBack();
  await Promise.all([scene.lake, ...scene.sites].map((program) => program.ready()));
  const delivered = await postman.finish();
  let end = Date.now() + 120_000;
  let least = Number.POSITIVE_INFINITY;
  while (Date.now() < end) {
    const { lost, returned } = await auditSubmissions(scene.editor, town.ledger);
    const { chargedWithoutOrder, wrongStatus } = await auditOrders(scene, town.ledger);
    const open =
      lost +
      returned +
      chargedWithoutOrder +
      wrongStatus +
      (awaitMails ? auditMails(scene, town.ledger).missing : 0);
    if (open === 0) break;
    if (open < least) end = Date.now() + 120_000;
    least = Math.min(least, open);
    await sleep(500);
  }
  for (let n = 0; n < 60 && !(await tellSite(town, scene)); n++) await sleep(500);
  return delivered;
}

const crashesOf = ({ sites, lake }: Scene) => [lake, ...sites].flatMap(({ crashes }) => crashes);
const killsOf = ({ sites }: Scene) => sites.reduce((sum, { kills }) => sum + kills, 0);

function faultsOf(figures: Omit<ChaosFigures, "wrong">, scene: Scene, awaitMails: boolean): string[] {
  const { submissions, orders, mails, kills } = figures;
  const none = { ...orders, charges: 0 };
  const counts: [string, number][] = [
    ["submissions lost", submissions.lost],
    ["submissions stored twice", submissions.duplicates],
    ["subscriptions that came back", submissions.returned],
    ["orders charged twice", none.chargedTwice],
    ["charges without a completed order", none.chargedWithoutOrder],
    ["orders of a wrong status", none.wrongStatus],
    ["mails doubled", mails.doubled],
    ["receipts missing", awaitMails ? mails.missing : 0],
    [
      "mails repeated that were in no hand when something was killed",
      Math.max(0, mails.repeated - 4 * (kills.site + kills.mail)),
    ],
    ["processes that ended by themselves", crashesOf(scene).length],
  ];
  return counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
}

/** Runs load and faults, then reports what became of every acknowledged submission. */
export async function runChaos(scene: Scene, options: ChaosOptions): Promise<ChaosFigures> {
  const { seed, seconds, leastAcknowledged, visitors, awaitMails, say = () => {} } = options;
  const random = seeded(seed);
  const line = new Line(scene.origin);
  const { secret, stripe } = scene;
  const { formToken } = await pageToken(scene.origin);
  const town: Town = {
    line,
    secret,
    formToken,
    stripeOrigin: stripe.origin,
    ledger: { entries: [], statuses: [], headlines: [] },
  };
  const postman = new Postman(scene, town);
  const faults: ChaosFigures["faults"] = {};
  const until = Date.now() + seconds * 1_000;
  const isOver = () =>
    Date.now() >= until &&
    killsOf(scene) > 0 &&
    scene.lake.kills > 0 &&
    town.ledger.entries.filter(({ kind, acknowledged }) => acknowledged && kind !== "newsletter").length >=
      leastAcknowledged;
  const crowd = Array.from({ length: visitors }, () => {
    const own = random.fork();
    return keepOn(
      isOver,
      () => own.below(100),
      () => own.pick(LOTS)(town, own),
    );
  });
  const [evil, admin, editor, post] = [random.fork(), random.fork(), random.fork(), random.fork()];
  const news = setInterval(() => {
    say(
      `${line.requests} requests, ${killsOf(scene) + scene.lake.kills} kills, ${town.ledger.entries.length} visits`,
    );
  }, 30_000);
  await Promise.all([
    ...crowd,
    keepOn(
      isOver,
      () => 300 + evil.below(4_000),
      async () => {
        const fault = await mischief(scene, evil);
        faults[fault] = (faults[fault] ?? 0) + 1;
      },
    ),
    keepOn(
      isOver,
      () => 100 + admin.below(500),
      () => review(town, scene, admin),
    ),
    keepOn(
      isOver,
      () => 500 + editor.below(2_000),
      () => publish(town, scene),
    ),
    keepOn(
      isOver,
      () => 100 + post.below(700),
      () => postman.round(post),
    ),
  ]);
  clearInterval(news);
  say("Everything is left in peace; what waits may go.");
  const delivered = await settle(scene, town, postman, awaitMails);
  const figures = {
    seed,
    seconds,
    requests: line.requests,
    answers: Object.fromEntries(line.statuses),
    kills: { site: killsOf(scene), lake: scene.lake.kills, mail: scene.mail.kills },
    faults,
    submissions: await auditSubmissions(scene.editor, town.ledger),
    orders: await auditOrders(scene, town.ledger),
    mails: auditMails(scene, town.ledger),
    statusChanges: town.ledger.statuses.filter(({ acknowledged }) => acknowledged).length,
    publications: town.ledger.headlines.length,
  };
  const wrong = [...faultsOf(figures, scene, awaitMails), ...new Set(line.unexpected)];
  wrong.push(...(await auditStatuses(scene.editor, town.ledger)));
  const files = await auditFiles(scene, town.ledger);
  if (files > 0) wrong.push(`${files} questionnaires without their files as they were sent`);
  if (!(await auditPage(scene, town.ledger)))
    wrong.push("The home page does not say what was published last.");
  if (!(await isSignedIn(scene))) wrong.push("The admin is signed out.");
  if (!delivered) wrong.push("Some of Stripe's events are refused for good.");
  wrong.push(...crashesOf(scene));
  return { ...figures, wrong };
}
