import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { AccountIcon } from "./account-icon.tsx";
import { BAR_TEXTS } from "./bar-messages.ts";
import { refreshSession } from "./session-watch.ts";
import { tellOthers } from "./session-channel.ts";

/** A form, so that it is a POST without scripts too; with them the other tabs hear of it. `compact`: an icon where the bar is narrow. */
export function SignOut({ compact = false }: { compact?: boolean }) {
  const [leaving, setLeaving] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (leaving) return;
    setLeaving(true);
    const form = event.currentTarget;
    try {
      await fetch(form.action, { method: "POST", redirect: "manual" });
      await refreshSession();
      tellOthers({ about: "session" });
      window.location.assign("/");
    } catch {
      form.submit(); // the browser says itself that there is no network
    }
  }

  return (
    <form method="post" action="/logout" onSubmit={onSubmit}>
      <Button
        type="submit"
        variant="quiet"
        size="sm"
        className={compact ? "lg:max-xl:px-2" : ""}
        aria-disabled={leaving}
      >
        {compact ? <AccountIcon shape="signOut" /> : null}
        <span className={compact ? "lg:max-xl:sr-only" : ""}>{BAR_TEXTS.signOut}</span>
      </Button>
    </form>
  );
}
