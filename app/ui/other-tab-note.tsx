import { useEffect, useState } from "react";
import { FormStatus } from "./form-status.tsx";

const TEXTS = {
  typed: "This form is open in another tab, too. The browser keeps one draft: what you type last, in either.",
  gone: "This form was sent or cleared in another tab. To start a new one, reload this page.",
} as const;

/** Shows a note when another tab saves or removes the draft `draftKey`. All tabs share it. */
export function OtherTabNote({ draftKey, className }: { draftKey: string; className: string }) {
  const [change, setChange] = useState<keyof typeof TEXTS | null>(null);
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === draftKey) setChange(newValue === null ? "gone" : "typed");
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [draftKey]);
  return <FormStatus className={className}>{change ? TEXTS[change] : null}</FormStatus>;
}
