import {
  browser,
  circle,
  contours,
  dice,
  line,
  path,
  phone,
  range,
  rect,
  svg,
  tone,
  words,
} from "./shapes.ts";

const W = 1400;
const H = 1000;

function web(): string {
  const page =
    rect(40, 40, 480, 300, tone.tint, 14) +
    words(560, 60, [260, 220, 180], tone.mist) +
    rect(560, 190, 150, 48, tone.teal, 24) +
    range(3)
      .map((i) => rect(40 + i * 290, 390, 260, 180, i === 1 ? tone.sea : tone.tint, 14))
      .join("");
  const small =
    rect(20, 60, 224, 150, tone.sea, 14) +
    words(20, 240, [180, 210, 150], tone.mist) +
    rect(20, 340, 120, 40, tone.teal, 20);
  return svg(
    W,
    H,
    tone.tint,
    contours(1150, 200, 12, 58, tone.mist, 2, 0.4),
    browser(120, 130, 940, 680, page),
    phone(960, 330, 292, 560, small),
  );
}

function data(): string {
  const bars = [180, 260, 220, 340, 400, 360, 480, 560];
  return svg(
    W,
    H,
    tone.deep,
    ...range(8).map((i) => rect(140, 180 + i * 90, 1120, 1.5, "#1d535a")),
    ...bars.map((h, i) =>
      rect(190 + i * 132, 820 - h, 84, h, i === 7 ? tone.signal : i % 2 ? tone.teal : "#14676d", 10),
    ),
    line(
      bars.map((h, i): [number, number] => [232 + i * 132, 740 - h]),
      tone.sea,
      8,
    ),
    ...bars.map((h, i) => circle(232 + i * 132, 740 - h, 12, tone.paper)),
  );
}

function learning(): string {
  const layers = [6, 5, 3, 1];
  const at = (layer: number, index: number): [number, number] => [
    250 + layer * 290,
    500 + (index - ((layers[layer] ?? 1) - 1) / 2) * 136,
  ];
  const edges = range(3).flatMap((layer) =>
    range(layers[layer] ?? 0).flatMap((from) =>
      range(layers[layer + 1] ?? 0).map((to) =>
        line(
          [at(layer, from), at(layer + 1, to)],
          (from + to) % 3 === 0 ? tone.sea : tone.mist,
          (from + to) % 3 === 0 ? 3 : 1.5,
        ),
      ),
    ),
  );
  const nodes = layers.flatMap((count, layer) =>
    range(count).map((index) =>
      circle(
        ...at(layer, index),
        layer === 3 ? 44 : 26,
        layer === 3 ? tone.signal : layer === 0 ? tone.sea : tone.teal,
      ),
    ),
  );
  return svg(W, H, tone.paper, contours(1120, 500, 9, 60, tone.tint, 2, 0.9), ...edges, ...nodes);
}

function compass(): string {
  const ticks = range(72).map((i) => {
    const a = (i / 72) * Math.PI * 2;
    const inner = i % 6 === 0 ? 300 : 325;
    return line(
      [
        [700 + Math.cos(a) * inner, 500 + Math.sin(a) * inner],
        [700 + Math.cos(a) * 350, 500 + Math.sin(a) * 350],
      ],
      i % 18 === 0 ? tone.signal : "#4b9aa0",
      i % 6 === 0 ? 5 : 2,
    );
  });
  const next = dice(12);
  const bearings = range(9).map(() =>
    line(
      [
        [next() * W, 0],
        [next() * W, H],
      ],
      "#1d535a",
      2,
    ),
  );
  const rose =
    path("M700 210 L760 500 L700 790 L640 500 Z", tone.sea) +
    path("M410 500 L700 440 L990 500 L700 560 Z", tone.teal) +
    path("M700 210 L760 500 L700 500 Z", tone.signal) +
    circle(700, 500, 26, tone.paper);
  return svg(
    W,
    H,
    tone.deep,
    ...bearings,
    ...ticks,
    circle(700, 500, 380, "none", { stroke: "#2f7077", "stroke-width": 3 }),
    rose,
  );
}

function cloud(): string {
  const layer = (y: number, fill: string) =>
    path(`M700 ${y} L1120 ${y + 150} L700 ${y + 300} L280 ${y + 150} Z`, fill);
  const posts = [
    [280, 350],
    [700, 500],
    [1120, 350],
  ].map(([x = 0, y = 0]) =>
    line(
      [
        [x, y],
        [x, y + 360],
      ],
      tone.teal,
      4,
      { "stroke-dasharray": "2 14" },
    ),
  );
  return svg(
    W,
    H,
    tone.tint,
    contours(240, 160, 12, 60, tone.mist, 2, 2.6),
    layer(560, tone.mist),
    layer(380, tone.sea),
    ...posts,
    layer(200, tone.teal),
    circle(700, 350, 42, tone.signal),
  );
}

export const serviceArt: Record<string, () => string> = {
  "service-web-development": web,
  "service-data-analytics": data,
  "service-machine-learning": learning,
  "service-consulting": compass,
  "service-cloud-solutions": cloud,
};
