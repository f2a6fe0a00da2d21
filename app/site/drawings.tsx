import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";
import { LineIcon } from "../ui/line-icon.tsx";
import contoursUrl from "./contours.svg?url";
import { Late } from "./late.tsx";

interface ContoursProps {
  className?: string;
  /** Which part stays visible when the frame is wider or flatter than the drawing. */
  keep?: "top" | "middle";
}

/**
 * Depth contours, decoration only. An SVG reference, not a mask or background image, which browsers would count as the
 * largest image of the page.
 */
export function Contours({ className, keep = "top" }: ContoursProps) {
  return (
    <Late withoutScripts>
      <svg
        aria-hidden="true"
        viewBox="0 0 1600 1000"
        preserveAspectRatio={keep === "top" ? "xMaxYMin slice" : "xMaxYMid slice"}
        className={cx("contours absolute inset-0 size-full", className)}
      >
        <use href={`${contoursUrl}#contours`} />
      </svg>
    </Late>
  );
}

/**
 * The background of the hero and the error pages: depth contours with one lamp and its beam. Decoration only. The overlay
 * has the contours' view box and crop, so the lamp keeps its place at every size.
 */
export function HarbourChart() {
  return (
    <div aria-hidden="true" className="harbour-chart">
      <Contours />
      <svg
        viewBox="0 0 1600 1000"
        preserveAspectRatio="xMaxYMin slice"
        className="absolute inset-0 size-full text-beam"
      >
        <defs>
          <linearGradient id="beam" gradientUnits="userSpaceOnUse" x1="1471" y1="594" x2="330" y2="250">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.2" />
            <stop offset="0.5" stopColor="currentColor" stopOpacity="0.06" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          <radialGradient id="glow">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.3" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </radialGradient>
        </defs>
        <path d="M1471 594 200-60V470Z" fill="url(#beam)" />
        <circle cx="1471" cy="594" r="120" fill="url(#glow)" />
        <circle cx="1471" cy="594" r="7" className="fill-accent" />
      </svg>
    </div>
  );
}

/** The logo: a disc with one sector lit, both the sweep of a lamp and a share of a whole. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" width={32} className={className} fill="currentColor">
      <path d="M14.5 17.5V5A12.5 12.5 0 1 0 27 17.5Z" />
      <path className="text-accent" fill="currentColor" d="M18 14V1a13 13 0 0 1 13 13Z" />
    </svg>
  );
}

const DRAWINGS: Record<string, ReactNode> = {
  code: (
    <>
      <rect x="3" y="6" width="34" height="28" rx="3" />
      <path d="M3 13h34M8 9.5h.01M12 9.5h.01" />
      <path d="m15.5 19-4.5 4.5 4.5 4.5M24.5 19l4.5 4.5-4.5 4.5M21.5 18l-3 11" />
    </>
  ),
  chart: (
    <>
      <path d="M4 4v32h32" />
      <path d="M11 30v-6M18 30V19M25 30v-8M32 30V13" />
      <path d="m10 16.5 7.5-6 7 4L34 5.5M28.5 5H34.5v6" />
    </>
  ),
  brain: (
    <>
      <circle cx="8" cy="11" r="3" />
      <circle cx="8" cy="29" r="3" />
      <circle cx="20" cy="5.5" r="3" />
      <circle cx="20" cy="20" r="3" />
      <circle cx="20" cy="34.5" r="3" />
      <circle cx="32" cy="13" r="3" />
      <circle cx="32" cy="27" r="3" />
      <path d="m10.6 9.6 6.8-2.9M10.4 12.8l7.2 5.4M10.4 27.2l7.2-5.4M10.6 30.4l6.8 2.9M22.6 6.9l6.9 4.5M22.7 18.7l6.7-4.3M22.7 21.3l6.7 4.3M22.6 33.1l6.9-4.5" />
    </>
  ),
  compass: (
    <>
      <circle cx="20" cy="20" r="16.5" />
      <path d="m27 13-4.3 9.7L13 27l4.3-9.7L27 13Z" />
      <path d="M20 3.5v3.5M20 33v3.5M3.5 20H7M33 20h3.5" />
    </>
  ),
  cloud: (
    <>
      <path d="M12 26.5H10.5a7.5 7.5 0 0 1-.6-15 10.5 10.5 0 0 1 20.2 2.6 6.3 6.3 0 0 1-.6 12.4H28" />
      <path d="M20 36V19.5M14.5 24.5l5.5-5.5 5.5 5.5" />
    </>
  ),
};

/** The line icon of a service, by the key in its document (code, chart, brain, compass, cloud). */
export function ServiceIcon({ name, className }: { name: string | null; className?: string }) {
  return (
    <LineIcon box={40} stroke={1.6} className={className}>
      {DRAWINGS[name ?? ""] ?? DRAWINGS.compass}
    </LineIcon>
  );
}
