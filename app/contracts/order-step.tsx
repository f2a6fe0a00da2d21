import type { ReactNode, Ref } from "react";

interface OrderStepProps {
  number: number;
  title: string;
  hidden: boolean;
  /** Set on the step in sight, whose heading takes the focus. */
  headingRef: Ref<HTMLHeadingElement> | null;
  children: ReactNode;
}

/** One step of the form. Steps out of sight stay in the page, so that their fields are posted. */
export function OrderStep({ number, title, hidden, headingRef, children }: OrderStepProps) {
  const id = `step-${number}`;
  return (
    <section hidden={hidden} aria-labelledby={id} className="mt-8">
      <h2 id={id} ref={headingRef} tabIndex={-1} className="mb-6 text-2xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
