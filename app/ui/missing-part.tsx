import { Button } from "./button.tsx";

/** Returns what stands in the place of a part that could not be loaded: what is wrong, and a button that tries again. */
export const missingPart = (text: string) =>
  function MissingPart(onRetry: () => void) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-4 rounded-md border-l-4 border-danger bg-danger-tint px-5 py-4 text-danger"
      >
        <p className="font-medium">{text}</p>
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  };
