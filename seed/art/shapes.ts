/** The palette of the pictures; the site's own tones and one warm signal. */
export const tone = {
  paper: "#f6f7f2",
  tint: "#dcebe7",
  mist: "#b9d6d1",
  sea: "#62b9b1",
  teal: "#0a5a5f",
  deep: "#08272d",
  ink: "#0b191f",
  signal: "#e9a23b",
  coral: "#d9694f",
} as const;

type Attributes = Record<string, string | number>;

/** One SVG element as text. */
export function el(name: string, attributes: Attributes, ...children: string[]): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? Math.round(value * 100) / 100 : value}"`)
    .join("");
  return children.length > 0 ? `<${name}${list}>${children.join("")}</${name}>` : `<${name}${list}/>`;
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  rx = 0,
  more: Attributes = {},
): string {
  return el("rect", { x, y, width, height, fill, rx, ...more });
}

export function circle(cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string {
  return el("circle", { cx, cy, r, fill, ...more });
}

export function line(
  points: readonly [number, number][],
  stroke: string,
  width: number,
  more: Attributes = {},
): string {
  const path = points.map(([x, y]) => `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`).join(" ");
  return el("polyline", {
    points: path,
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return el("path", { d, fill, ...more });
}

export function group(attributes: Attributes, ...children: string[]): string {
  return el("g", attributes, ...children);
}

/** Numbers 0 … count-1. */
export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** A repeatable source of numbers in [0, 1): pictures come out the same every time. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Lines of equal depth around a point, as on a harbour chart. */
export function contours(
  cx: number,
  cy: number,
  count: number,
  step: number,
  stroke: string,
  width: number,
  phase = 0,
): string {
  return group(
    {},
    ...range(count).map((index) => {
      const radius = (index + 1) * step;
      const points = range(121).map((at): [number, number] => {
        const angle = (at / 120) * Math.PI * 2;
        const wave =
          1 +
          0.16 * Math.sin(angle * 3 + phase + index * 0.12) +
          0.09 * Math.sin(angle * 5 - phase * 2 + index * 0.05);
        return [cx + Math.cos(angle) * radius * wave * 1.25, cy + Math.sin(angle) * radius * wave];
      });
      return line(points, stroke, index % 4 === 3 ? width * 1.8 : width);
    }),
  );
}

/** A beam of light from a point: two edges that fade. */
export function beam(
  x: number,
  y: number,
  toX: number,
  topY: number,
  bottomY: number,
  fill: string,
  opacity = 0.5,
): string {
  const id = `beam-${Math.round(x)}-${Math.round(toX)}`;
  return (
    el(
      "linearGradient",
      { id, x1: x, y1: y, x2: toX, y2: (topY + bottomY) / 2, gradientUnits: "userSpaceOnUse" },
      el("stop", { offset: 0, "stop-color": fill, "stop-opacity": opacity }),
      el("stop", { offset: 1, "stop-color": fill, "stop-opacity": 0 }),
    ) + path(`M${x} ${y} L${toX} ${topY} L${toX} ${bottomY} Z`, `url(#${id})`)
  );
}

/** A panel with a soft edge, such as a window or a card. */
export function panel(
  x: number,
  y: number,
  width: number,
  height: number,
  rx = 18,
  fill: string = "#ffffff",
): string {
  return (
    rect(x + 6, y + 14, width, height, tone.ink, rx, { opacity: 0.1 }) + rect(x, y, width, height, fill, rx)
  );
}

/** A browser window; `inside` is drawn from its own top left corner, 56 px below the window's. */
export function browser(x: number, y: number, width: number, height: number, inside: string): string {
  return (
    panel(x, y, width, height) +
    rect(x, y, width, 56, tone.tint, 18) +
    rect(x, y + 30, width, 26, tone.tint) +
    [0, 1, 2].map((dot) => circle(x + 30 + dot * 26, y + 28, 7, tone.mist)).join("") +
    rect(x + 130, y + 16, width - 260, 24, "#ffffff", 12) +
    group({ transform: `translate(${x} ${y + 56})` }, inside)
  );
}

/** A telephone; `inside` is drawn from the top left corner of its screen. */
export function phone(x: number, y: number, width: number, height: number, inside: string): string {
  return (
    rect(x + 8, y + 18, width, height, tone.ink, 48, { opacity: 0.16 }) +
    rect(x, y, width, height, tone.ink, 48) +
    rect(x + 14, y + 14, width - 28, height - 28, "#ffffff", 36) +
    group({ transform: `translate(${x + 14} ${y + 14})` }, inside) +
    rect(x + width / 2 - 46, y + 26, 92, 22, tone.ink, 11)
  );
}

/** Lines that stand for text. */
export function words(
  x: number,
  y: number,
  widths: readonly number[],
  fill: string = tone.mist,
  height = 14,
  gap = 30,
): string {
  return widths.map((width, index) => rect(x, y + index * gap, width, height, fill, height / 2)).join("");
}

/** Wraps drawings as a picture of the given size. */
export function svg(width: number, height: number, background: string, ...children: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${rect(0, 0, width, height, background)}${children.join("")}</svg>`;
}
