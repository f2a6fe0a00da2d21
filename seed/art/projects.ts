import {
  beam,
  browser,
  circle,
  contours,
  dice,
  group,
  line,
  panel,
  path,
  phone,
  range,
  rect,
  svg,
  tone,
  words,
} from "./shapes.ts";

const W = 1600;
const H = 1000;

function ferry(): string {
  const row = (index: number, active: boolean) => {
    const y = 250 + index * 96;
    return (
      rect(24, y, 324, 78, active ? tone.teal : tone.paper, 16) +
      words(48, y + 22, [96], active ? "#ffffff" : tone.ink, 16) +
      words(48, y + 48, [150], active ? tone.sea : tone.mist, 10) +
      circle(312, y + 39, 9, active ? tone.signal : tone.sea)
    );
  };
  const screen =
    rect(0, 0, 372, 200, tone.deep, 36) +
    rect(0, 120, 372, 90, tone.deep) +
    words(28, 84, [180], "#ffffff", 22) +
    words(28, 126, [260, 200], tone.sea, 12, 28) +
    range(5)
      .map((index) => row(index, index === 1))
      .join("");
  const boat = group(
    { transform: "translate(250 560) scale(1.5)" },
    path("M0 60 L240 60 L206 112 L34 112 Z", tone.paper),
    rect(50, 18, 130, 42, tone.tint, 6),
    range(5)
      .map((index) => rect(60 + index * 24, 28, 14, 16, tone.teal, 3))
      .join(""),
    rect(84, -10, 54, 28, tone.signal, 5),
    path("M-80 128 Q-40 112 0 128 T80 128 T160 128 T240 128 T320 128", "none", {
      stroke: tone.sea,
      "stroke-width": 4,
    }),
    path("M-50 150 Q-10 134 30 150 T110 150 T190 150 T270 150", "none", {
      stroke: tone.sea,
      "stroke-width": 3,
      opacity: 0.6,
    }),
  );
  return svg(
    W,
    H,
    tone.deep,
    contours(430, 640, 16, 62, "#1d535a", 2, 0.7),
    beam(1560, 60, -100, 200, 720, tone.sea, 0.35),
    boat,
    phone(1010, 90, 400, 820, screen),
  );
}

function clinic(): string {
  const next = dice(7);
  const cells = range(7).flatMap((column) =>
    range(6).map((rowIndex) => {
      const roll = next();
      const fill = roll > 0.86 ? tone.coral : roll > 0.5 ? tone.teal : roll > 0.2 ? tone.sea : tone.tint;
      return rect(
        40 + column * 136,
        60 + rowIndex * 98,
        116,
        78,
        fill,
        12,
        roll > 0.86 ? { "fill-opacity": 0.9 } : {},
      );
    }),
  );
  const card =
    panel(1040, 560, 430, 300, 24) +
    words(1080, 606, [190], tone.ink, 18) +
    words(1080, 652, [300, 240], tone.mist, 12, 28) +
    rect(1080, 740, 350, 18, tone.tint, 9) +
    rect(1080, 740, 262, 18, tone.coral, 9) +
    rect(1080, 790, 150, 40, tone.teal, 20) +
    rect(1246, 790, 110, 40, tone.tint, 20);
  return svg(
    W,
    H,
    tone.tint,
    contours(1300, 260, 12, 60, tone.mist, 2, 2.1),
    browser(110, 110, 1040, 760, cells.join("")),
    card,
  );
}

function wholesale(): string {
  const tile = (x: number, accent: string) =>
    rect(x, 40, 290, 130, tone.paper, 16) +
    words(x + 26, 66, [110], tone.mist, 12) +
    words(x + 26, 96, [150], tone.ink, 28) +
    words(x + 26, 144, [70], accent, 10);
  const heights = [120, 190, 150, 230, 210, 280, 250, 320, 300, 350];
  const bars = heights
    .map((height, index) =>
      rect(
        60 + index * 98,
        640 - height,
        58,
        height,
        index === 7 ? tone.signal : index > 7 ? tone.mist : tone.teal,
        8,
      ),
    )
    .join("");
  const trend = line(
    heights.map((height, index): [number, number] => [89 + index * 98, 600 - height - 40 * Math.sin(index)]),
    tone.coral,
    6,
  );
  const inside =
    tile(40, tone.sea) +
    tile(360, tone.coral) +
    tile(680, tone.sea) +
    range(4)
      .map((index) => rect(40, 250 + index * 110, 1000, 2, tone.tint))
      .join("") +
    bars +
    trend;
  return svg(
    W,
    H,
    tone.paper,
    contours(200, 900, 14, 64, tone.tint, 2, 1.2),
    browser(260, 110, 1080, 780, inside),
  );
}

function plan(x: number, y: number, size: number, seed: number, stroke: string, fill: string): string {
  const next = dice(seed);
  const cut = size * (0.35 + next() * 0.3);
  const drop = size * (0.3 + next() * 0.4);
  const walls = [
    rect(x, y, size, size, fill, 0, { stroke, "stroke-width": 3 }),
    line(
      [
        [x + cut, y],
        [x + cut, y + drop],
        [x + size, y + drop],
      ],
      stroke,
      3,
    ),
    line(
      [
        [x, y + size * 0.7],
        [x + cut * 0.8, y + size * 0.7],
      ],
      stroke,
      3,
    ),
    path(`M${x + cut} ${y + drop} a30 30 0 0 1 30 30`, "none", { stroke, "stroke-width": 2 }),
    range(4)
      .map((step) =>
        line(
          [
            [x + size - 44, y + size - 24 - step * 14],
            [x + size - 12, y + size - 24 - step * 14],
          ],
          stroke,
          2,
        ),
      )
      .join(""),
  ];
  return walls.join("");
}

function archive(): string {
  const sheets = range(24).map((index) => {
    const column = index % 6;
    const row = Math.floor(index / 6);
    const chosen = index === 9;
    return plan(
      170 + column * 216,
      90 + row * 216,
      170,
      index * 97 + 5,
      chosen ? tone.signal : "#2f7077",
      chosen ? "#123c42" : "none",
    );
  });
  const lens =
    circle(903, 391, 128, "none", { stroke: tone.signal, "stroke-width": 12 }) +
    line(
      [
        [996, 484],
        [1090, 578],
      ],
      tone.signal,
      22,
    );
  return svg(W, H, tone.deep, ...sheets, lens);
}

function tenant(): string {
  const next = dice(31);
  const windows = range(9).flatMap((row) =>
    range(5).map((column) => {
      const lit = next() > 0.66;
      return rect(
        150 + column * 104,
        150 + row * 92,
        64,
        58,
        lit ? tone.signal : "#0f4a50",
        4,
        lit ? { opacity: 0.95 } : {},
      );
    }),
  );
  const building =
    rect(110, 100, 560, 900, tone.teal) + windows.join("") + rect(340, 920, 100, 80, tone.deep);
  const item = (index: number) => {
    const y = 40 + index * 128;
    const state = [tone.sea, tone.signal, tone.mist, tone.sea][index] ?? tone.mist;
    return (
      rect(36, y, 648, 104, tone.paper, 16) +
      rect(58, y + 20, 64, 64, tone.tint, 12) +
      words(146, y + 28, [240], tone.ink, 16) +
      words(146, y + 62, [330], tone.mist, 10) +
      rect(540, y + 34, 116, 36, state, 18)
    );
  };
  return svg(
    W,
    H,
    tone.tint,
    contours(1400, 900, 12, 64, tone.mist, 2, 0.3),
    building,
    browser(760, 190, 720, 640, range(4).map(item).join("")),
  );
}

function migration(): string {
  const block = (x: number, y: number, fill: string, light: string) =>
    rect(x, y, 300, 92, fill, 14) +
    range(3)
      .map((dot) => circle(x + 36 + dot * 30, y + 46, 8, light))
      .join("") +
    words(x + 150, y + 40, [110], light, 12);
  const left =
    range(3)
      .map((index) => block(190, 640 - index * 112, "#1b4f56", tone.sea))
      .join("") +
    range(4)
      .map((index) =>
        rect(190, 304 - index * 112 + 0, 300, 92, "none", 14, {
          stroke: "#2f7077",
          "stroke-width": 3,
          "stroke-dasharray": "10 12",
        }),
      )
      .join("");
  const right = range(5)
    .map((index) => block(1110, 700 - index * 112, tone.paper, tone.teal))
    .join("");
  const moving = group({ transform: "rotate(-6 800 400)" }, block(650, 350, tone.signal, tone.deep));
  const way = path("M500 420 C 640 250, 960 250, 1100 330", "none", {
    stroke: tone.sea,
    "stroke-width": 5,
    "stroke-dasharray": "4 18",
    "stroke-linecap": "round",
  });
  return svg(W, H, tone.deep, contours(800, 1080, 14, 66, "#164850", 2, 1.9), way, left, right, moving);
}

export const projectArt: Record<string, () => string> = {
  "project-ferry-timetables": ferry,
  "project-clinic-no-shows": clinic,
  "project-wholesale-numbers": wholesale,
  "project-archive-search": archive,
  "project-tenant-portal": tenant,
  "project-quiet-migration": migration,
};
