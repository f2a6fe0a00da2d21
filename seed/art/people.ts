import { circle, contours, el, group, path, rect, svg, tone } from "./shapes.ts";

interface Person {
  skin: string;
  hair: string;
  coat: string;
  backdrop: string;
  /** Shapes behind and over the head. */
  back: string;
  front: string;
  extra?: string;
}

const SIZE = 900;

function portrait({ skin, hair, coat, backdrop, back, front, extra = "" }: Person, phase: number): string {
  const shade = el("ellipse", { cx: 450, cy: 640, rx: 92, ry: 40, fill: tone.ink, opacity: 0.14 });
  return svg(
    SIZE,
    SIZE,
    backdrop,
    contours(450, 430, 10, 62, "#ffffff", 2, phase).replace("<g>", '<g opacity="0.35">'),
    back,
    path("M120 900 C150 730 300 690 450 690 C600 690 750 730 780 900 Z", coat),
    path("M376 560 L376 700 Q450 770 524 700 L524 560 Z", skin),
    shade,
    el("ellipse", { cx: 450, cy: 430, rx: 158, ry: 196, fill: skin }),
    group({ fill: hair }, front),
    circle(392, 446, 11, tone.ink),
    circle(508, 446, 11, tone.ink),
    path("M448 460 Q440 500 452 512", "none", {
      stroke: tone.ink,
      "stroke-width": 5,
      "stroke-opacity": 0.35,
      "stroke-linecap": "round",
    }),
    path("M400 546 Q450 584 500 546", "none", {
      stroke: tone.ink,
      "stroke-width": 7,
      "stroke-linecap": "round",
    }),
    extra,
  );
}

const collar = (fill: string) =>
  path("M376 690 L450 800 L524 690 L560 712 L470 900 L430 900 L340 712 Z", fill);

export const peopleArt: Record<string, () => string> = {
  "team-nora": () =>
    portrait(
      {
        skin: "#f0c9a8",
        hair: "#7a3b22",
        coat: tone.teal,
        backdrop: tone.mist,
        back: path("M262 420 C240 200 660 200 638 420 L660 660 C620 720 280 720 240 660 Z", "#7a3b22"),
        front: path(
          "M288 420 C280 250 400 214 470 226 C580 230 620 320 612 420 C560 372 500 330 470 300 C430 350 340 380 288 420 Z",
          "#7a3b22",
        ),
        extra: collar("#f6f7f2"),
      },
      0.4,
    ),
  "team-daniel": () =>
    portrait(
      {
        skin: "#7b4a2d",
        hair: "#1a1512",
        coat: tone.deep,
        backdrop: tone.sea,
        back: "",
        front:
          path(
            "M290 400 C284 250 360 214 450 212 C540 214 616 250 610 400 C596 340 570 300 520 292 C470 286 400 286 372 294 C330 304 302 340 290 400 Z",
            "#1a1512",
          ) +
          path(
            "M300 500 C310 640 400 668 450 668 C500 668 590 640 600 500 C580 590 540 606 450 604 C360 606 320 590 300 500 Z",
            "#1a1512",
          ),
        extra:
          collar(tone.signal) +
          group(
            { fill: "none", stroke: tone.ink, "stroke-width": 7 },
            rect(346, 412, 92, 70, "none", 22),
            rect(462, 412, 92, 70, "none", 22),
            path("M438 440 L462 440", "none"),
          ),
      },
      1.3,
    ),
  "team-mei-lin": () =>
    portrait(
      {
        skin: "#efcfae",
        hair: "#141a1f",
        coat: tone.signal,
        backdrop: tone.tint,
        back: path(
          "M276 400 C262 190 638 190 624 400 L634 600 C610 632 560 628 560 590 L560 420 L340 420 L340 590 C340 628 290 632 266 600 Z",
          "#141a1f",
        ),
        front: path(
          "M290 430 C282 260 360 214 450 214 C540 214 618 260 610 430 C600 380 590 350 580 340 L320 340 C306 352 298 382 290 430 Z",
          "#141a1f",
        ),
        extra: collar("#ffffff"),
      },
      2.2,
    ),
  "team-tomas": () =>
    portrait(
      {
        skin: "#d9a77c",
        hair: "#6f7b80",
        coat: "#2f4a57",
        backdrop: "#e8dcc6",
        back: "",
        front:
          path(
            "M286 410 C270 300 320 214 430 208 C560 196 632 290 612 410 C606 360 590 330 566 314 C500 330 400 320 350 296 C316 320 296 360 286 410 Z",
            "#6f7b80",
          ) + path("M392 524 Q450 500 508 524 Q500 548 450 538 Q400 548 392 524 Z", "#6f7b80"),
        extra: collar(tone.tint),
      },
      3,
    ),
};
