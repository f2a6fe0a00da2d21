// Draws the pattern behind the hero: depth contours of a made-up harbour, as one small SVG used as a CSS mask.
// Run by hand: node scripts/contours.ts > app/site/contours.svg
const WIDTH = 1600;
const HEIGHT = 1000;
const CELL = 12.5;
const LEVELS = 24;
// Drawn past the edges, so that no line ends in sight.
const MARGIN = 100;

/** Hills and hollows: x, y and reach in pixels, height. Chosen by eye so that the left third stays calm. */
const HILLS = [
  [1130, 330, 250, 1],
  [1480, 640, 210, 0.95],
  [880, 860, 230, 0.6],
  [1010, 60, 150, -0.35],
  [1570, 140, 200, 0.62],
  [430, 180, 300, 0.2],
  [330, 900, 260, -0.2],
  [1310, 450, 120, -0.42],
  [1180, 760, 130, -0.3],
] as const;

interface Point {
  x: number;
  y: number;
}

function depth(x: number, y: number): number {
  let sum = 0.00016 * x + 0.035 * Math.sin(x / 120 + y / 210) + 0.03 * Math.sin(y / 96 - x / 330);
  for (const [hx, hy, reach, height] of HILLS) {
    sum += height * Math.exp(-((x - hx) ** 2 + (y - hy) ** 2) / (2 * reach * reach));
  }
  return sum;
}

/** The two ends of the level's line through one cell; a saddle counts as two cells' worth. */
function segmentsOfCell(x: number, y: number, level: number): [Point, Point][] {
  const corners = [
    { x, y },
    { x: x + CELL, y },
    { x: x + CELL, y: y + CELL },
    { x, y: y + CELL },
  ];
  const crossings = corners.flatMap((from, index) => {
    const to = corners[(index + 1) % 4] ?? from;
    const [a, b] = [depth(from.x, from.y) - level, depth(to.x, to.y) - level];
    if (a > 0 === b > 0) return [];
    const t = a / (a - b);
    return [{ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }];
  });
  const [a, b, c, d] = crossings;
  if (a && b && c && d)
    return [
      [a, b],
      [c, d],
    ];
  return a && b ? [[a, b]] : [];
}

const keyOf = (point: Point) => `${Math.round(point.x * 50)},${Math.round(point.y * 50)}`;

/** Chains segments that share an end into lines. */
function chain(segments: [Point, Point][]): Point[][] {
  const open = new Map<string, [Point, Point][]>();
  for (const segment of segments) {
    for (const end of segment) open.set(keyOf(end), [...(open.get(keyOf(end)) ?? []), segment]);
  }
  const used = new Set<[Point, Point]>();
  const walk = (from: Point): Point[] => {
    const line: Point[] = [];
    for (let at = from; ;) {
      const next = open.get(keyOf(at))?.find((segment) => !used.has(segment));
      if (!next) return line;
      used.add(next);
      at = keyOf(next[0]) === keyOf(at) ? next[1] : next[0];
      line.push(at);
    }
  };
  return segments.flatMap((segment) => {
    if (used.has(segment)) return [];
    used.add(segment);
    const [start, end] = segment;
    return [[...walk(start).toReversed(), start, end, ...walk(end)]];
  });
}

const number = (value: number) => value.toFixed(1).replace(".0", "");
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const pair = (point: Point) => `${number(point.x)} ${number(point.y)}`;

/** Every fifth point as a knot, joined by quadratic curves through the middles: smooth and short. Rings are closed. */
function path(line: Point[]): string {
  const knots = line.filter((_, index) => index % 5 === 0);
  const [first, second] = knots;
  const last = line.at(-1);
  if (!first || !second || !last || knots.length < 4) return "";
  const ring = Math.hypot(first.x - last.x, first.y - last.y) < CELL;
  const corners = ring ? [...knots.slice(1), first] : knots.slice(1, -1);
  const start = ring ? middle(first, second) : first;
  const curves = corners.map((knot, index) => {
    const next = ring ? (corners[index + 1] ?? second) : (knots[index + 2] ?? knot);
    return `Q${pair(knot)} ${pair(middle(knot, next))}`;
  });
  return `M${pair(start)}${curves.join("")}${ring ? "Z" : ""}`;
}

function level(value: number): string {
  const segments: [Point, Point][] = [];
  for (let y = -MARGIN; y < HEIGHT + MARGIN; y += CELL) {
    for (let x = -MARGIN; x < WIDTH + MARGIN; x += CELL) segments.push(...segmentsOfCell(x, y, value));
  }
  return chain(segments).map(path).join("");
}

const lines = Array.from({ length: LEVELS }, (_, index) => level(0.06 + index * 0.062));
const fine = lines.filter((_, index) => index % 4 !== 3).join("");
const bold = lines.filter((_, index) => index % 4 === 3).join("");
process.stdout.write(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><g id="contours" fill="none" stroke="currentColor">` +
    `<path stroke-width="1" stroke-opacity=".6" d="${fine}"/><path stroke-width="1.6" d="${bold}"/></g></svg>\n`,
);
