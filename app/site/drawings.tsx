import { cx } from "../ui/cx.ts";
import { LineIcon } from "../ui/line-icon.tsx";
import contoursUrl from "./contours.svg?url";
import { Late } from "./late.tsx";
import serviceIconsUrl from "./service-icons.svg?no-inline";

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

/**
 * The line icon of a service, by the key in its document: one of the symbols of `service-icons.svg`, the compass without a key, or
 * "none".
 */
export function ServiceIcon({ name, className }: { name: string | null; className?: string }) {
  if (name === "none") return null;
  return (
    <LineIcon box={40} stroke={1.6} className={className}>
      <use href={`${serviceIconsUrl}#${name || "compass"}`} />
    </LineIcon>
  );
}
