import { Contours } from "./contours.tsx";

/**
 * The quiet picture behind the hero and the error pages: depth contours, one lamp among them and its beam.
 * Decoration only; the overlay has the contours' view box and crop, so the lamp sits on its shoal at every size.
 */
export function HarbourChart() {
  return (
    <div aria-hidden="true" className="harbour-chart">
      <Contours />
      <svg
        viewBox="0 0 1600 1000"
        preserveAspectRatio="xMaxYMin slice"
        className="harbour-beam absolute inset-0 size-full"
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
