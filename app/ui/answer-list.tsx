import type { MouseEvent } from "react";

export interface Answer {
  label: string;
  /** The formatted answer; empty when there is none. */
  value: string;
  /** For a required answer that is missing: text and action of its link. */
  missing?: { text: string; onAnswer: () => void };
}

export interface AnswerSection {
  title: string;
  /** Step of the form with the question. */
  step: number;
  /** Text of the link to the step; the title is appended for screen readers. */
  link: string;
  answers: readonly Answer[];
}

interface AnswerListProps {
  sections: readonly AnswerSection[];
  level?: 3 | 4;
  onChange: (step: number) => void;
}

const LINK = "text-link hover:text-accent-strong";

/** The answers so far by section, each with a link to change it. */
export function AnswerList({ sections, level = 3, onChange }: AnswerListProps) {
  const Heading = `h${level}` as const;
  function change(event: MouseEvent, step: number) {
    event.preventDefault();
    onChange(step);
  }
  return (
    <div className="divide-y divide-line">
      {sections.map(({ title, step, link, answers }) => (
        <section key={title} className="py-5 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <Heading className={level === 3 ? "text-lg" : "text-base"}>{title}</Heading>
            <a
              href={`?step=${step}`}
              onClick={(event) => change(event, step)}
              className={`inline-flex min-h-11 items-center text-sm print:hidden ${LINK}`}
            >
              {link} <span className="sr-only">{title}</span>
            </a>
          </div>
          {answers.length > 0 ? (
            <Answers answers={answers} />
          ) : (
            <p className="text-ink-faint">Nothing yet.</p>
          )}
        </section>
      ))}
    </div>
  );
}

function Answers({ answers }: Pick<AnswerSection, "answers">) {
  return (
    <dl className="mt-1 grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {answers.map(({ label, value, missing }) => (
        <div key={label} className="grid py-1 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-ink-faint">{label}</dt>
          <dd className="line-clamp-6 whitespace-pre-line text-ink">
            {missing ? (
              <button type="button" onClick={missing.onAnswer} className={`min-h-6 text-left ${LINK}`}>
                {missing.text}
              </button>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
