import {
  beam,
  circle,
  contours,
  dice,
  group,
  line,
  panel,
  path,
  range,
  rect,
  svg,
  tone,
  words,
} from "./shapes.ts";

const W = 1600;
const H = 900;

function lighthouse(x: number, y: number, scale: number): string {
  return group(
    { transform: `translate(${x} ${y}) scale(${scale})` },
    path("M-46 0 L-30 -300 L30 -300 L46 0 Z", tone.paper),
    path("M-41 -90 L-36 -180 L36 -180 L41 -90 Z", tone.coral),
    rect(-42, -318, 84, 18, tone.ink),
    rect(-26, -372, 52, 54, tone.signal),
    path("M-36 -372 L0 -414 L36 -372 Z", tone.ink),
    rect(-70, 0, 140, 22, tone.ink, 6),
  );
}

function about(): string {
  return svg(
    W,
    1100,
    "#123c42",
    contours(1120, 620, 17, 66, "#24606a", 2, 1.1),
    circle(330, 330, 120, tone.signal, { opacity: 0.9 }),
    beam(1130, 300, -100, 120, 640, "#f7e3b8", 0.55),
    lighthouse(1130, 860, 1.5),
    path("M0 860 Q200 820 400 860 T800 860 T1200 860 T1600 860 L1600 1100 L0 1100 Z", tone.deep),
    path("M0 940 Q160 910 320 940 T640 940 T960 940 T1280 940 T1600 940", "none", {
      stroke: "#24606a",
      "stroke-width": 4,
    }),
  );
}

function monday(): string {
  const next = dice(3);
  return svg(
    W,
    H,
    tone.tint,
    ...range(21).map((i) => {
      const h = 160 + next() * 380;
      return rect(
        110 + i * 68,
        760 - (i === 12 ? 600 : h),
        44,
        i === 12 ? 600 : h,
        i === 12 ? tone.teal : tone.mist,
        8,
      );
    }),
    rect(90, 760, 1420, 4, tone.teal),
    circle(948, 110, 22, tone.signal),
  );
}

function door(): string {
  const cells = range(36).map((i) => {
    const x = 130 + (i % 9) * 152;
    const y = 90 + Math.floor(i / 9) * 188;
    const open = i === 14;
    if (!open) return rect(x, y, 96, 150, "#123c42", 4) + circle(x + 80, y + 78, 5, "#2f7077");
    return (
      rect(x, y, 96, 150, tone.signal, 4) +
      path(`M${x} ${y} L${x - 44} ${y + 16} L${x - 44} ${y + 166} L${x} ${y + 150} Z`, tone.paper)
    );
  });
  return svg(W, H, tone.deep, ...cells, beam(950, 340, 1150, 620, 900, tone.signal, 0.25));
}

function smallest(): string {
  const next = dice(21);
  const tangle = range(26).map(() => {
    const points = range(9).map((step): [number, number] => [
      120 + step * 80,
      450 + (next() - 0.5) * (620 - step * 66),
    ]);
    return line([...points, [840, 450]], next() > 0.5 ? tone.mist : tone.sea, 2.5);
  });
  const curve = range(41).map((i): [number, number] => [
    840 + i * 16,
    450 - 190 * (1 / (1 + Math.exp(-(i - 20) / 4)) - 1 / (1 + Math.exp(5))),
  ]);
  return svg(W, H, tone.paper, ...tangle, line(curve, tone.teal, 10), circle(840, 450, 16, tone.signal));
}

function tiles(): string {
  return svg(
    W,
    H,
    tone.paper,
    ...range(4).map(
      (i) =>
        panel(120 + i * 350, 120, 310, 230, 20) +
        words(156 + i * 350, 160, [120], tone.mist, 14) +
        words(156 + i * 350, 204, [[170, 130, 190, 150][i] ?? 150], i === 2 ? tone.coral : tone.teal, 46) +
        words(156 + i * 350, 292, [90], tone.mist, 12),
    ),
    panel(120, 410, 1360, 380, 20),
    ...range(5).map(
      (i) =>
        circle(176, 470 + i * 64, 12, i === 1 ? tone.signal : tone.sea) +
        words(216, 462 + i * 64, [[420, 510, 360, 470, 400][i] ?? 400], tone.ink, 16) +
        words(1240, 462 + i * 64, [170], tone.mist, 16),
    ),
  );
}

function shelves(): string {
  const box = (x: number, y: number, fill: string) =>
    rect(x, y, 130, 104, fill, 8) + rect(x + 30, y + 34, 70, 30, tone.paper, 4);
  return svg(
    W,
    H,
    tone.tint,
    rect(150, 300, 520, 14, tone.teal),
    rect(150, 520, 520, 14, tone.teal),
    rect(150, 740, 520, 14, tone.teal),
    rect(930, 300, 520, 14, tone.deep),
    rect(930, 520, 520, 14, tone.deep),
    rect(930, 740, 520, 14, tone.deep),
    box(190, 416, tone.mist),
    box(190, 636, tone.sea),
    box(340, 636, tone.mist),
    box(970, 196, tone.sea),
    box(1120, 196, tone.mist),
    box(1270, 196, tone.sea),
    box(970, 416, tone.mist),
    box(1120, 416, tone.sea),
    box(970, 636, tone.sea),
    box(1270, 636, tone.mist),
    group({ transform: "rotate(8 800 380)" }, box(735, 330, tone.signal)),
    path("M560 470 C640 300 860 250 1090 330", "none", {
      stroke: tone.teal,
      "stroke-width": 5,
      "stroke-dasharray": "4 18",
      "stroke-linecap": "round",
    }),
  );
}

function stairs(): string {
  const steps: [number, number][] = [
    [220, 300],
    [360, 420],
    [430, 500],
    [462, 560],
  ];
  return svg(
    W,
    H,
    tone.deep,
    ...steps.map(([gain], i) =>
      rect(
        200 + i * 310,
        800 - gain,
        290,
        gain,
        [tone.teal, "#14676d", tone.sea, tone.signal][i] ?? tone.sea,
        10,
      ),
    ),
    ...steps.map(([gain], i) =>
      circle(345 + i * 310, 750 - gain - 20, 16 + i * 12, "none", { stroke: tone.paper, "stroke-width": 5 }),
    ),
    rect(180, 800, 1250, 4, tone.paper),
  );
}

export const editorialArt: Record<string, () => string> = {
  about,
  "post-the-monday-question": monday,
  "post-a-website-you-can-leave": door,
  "post-the-smallest-model": smallest,
  "post-monday-inline": tiles,
  "post-leave-inline": shelves,
  "post-smallest-inline": stairs,
};
