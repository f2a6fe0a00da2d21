import { useId } from "react";

interface ProgressProps {
  /** Current step, from 1. */
  step: number;
  of: number;
  /** Name of the current step, shown beside the count. */
  title?: string;
}

/** "Step 2 of 5" with a bar. A native progress element, so its length needs no style attribute. */
export function Progress({ step, of, title }: ProgressProps) {
  const id = useId();
  const current = Math.min(Math.max(step, 1), of);
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor={id} className="figures font-semibold text-ink">
          Step {current} of {of}
        </label>
        {title ? <span className="text-right text-ink-faint">{title}</span> : null}
      </div>
      <progress id={id} className="progress-bar" value={current} max={of} />
    </div>
  );
}
