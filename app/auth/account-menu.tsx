import { Link } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { useTexts } from "../content/use-texts.ts";
import { mayRole } from "../model/roles.ts";
import ACCOUNT_MENU from "../model/texts/account-menu.json" with { type: "json" };
import { Button, buttonClass } from "../ui/button.tsx";
import { LineIcon } from "../ui/line-icon.tsx";
import { refreshSession, broadcastSession, useLeaveWhenSignedOut, useCurrentUser } from "./session-client.ts";

const SHAPES = {
  admin: "M4 5h7v6H4zM13 5h7v3h-7zM13 10h7v9h-7zM4 13h7v6H4z",
  studio: "M5 19h3.5L19 8.5 15.5 5 5 15.5V19ZM13 7.5l3.5 3.5",
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5",
  signOut: "M14 7V5H5v14h9v-2M10 12h10m-3-3 3 3-3 3",
};

/** Replaces the label where the bar is too narrow for it. */
function AccountIcon({
  shape,
  className = "lg:max-xl:block",
}: {
  shape: keyof typeof SHAPES;
  className?: string;
}) {
  return (
    <LineIcon stroke={1.6} className={`hidden size-5 ${className}`}>
      <path d={SHAPES[shape]} />
    </LineIcon>
  );
}

/** The sign-out form. With scripts it notifies the other tabs. `compact` shows an icon in the bar. */
export function SignOut({ compact = false }: { compact?: boolean }) {
  const { signOut } = useTexts(ACCOUNT_MENU);
  const [leaving, setLeaving] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (leaving) return;
    setLeaving(true);
    const form = event.currentTarget;
    try {
      const { type } = await fetch(form.action, { method: "POST", redirect: "manual" });
      // Only a redirect means signed out. Any other response is one that the visitor has to see.
      if (type !== "opaqueredirect") return form.submit();
      await refreshSession();
      broadcastSession({ about: "session" });
      window.location.assign("/");
    } catch {
      form.submit(); // the browser shows its own network error
    }
  }

  return (
    <form method="post" action="/logout" onSubmit={onSubmit}>
      <Button
        type="submit"
        variant="quiet"
        size="sm"
        className={compact ? "lg:px-2" : ""}
        aria-disabled={leaving}
        {...(compact ? { title: signOut } : {})}
      >
        {compact ? <AccountIcon shape="signOut" className="lg:block" /> : null}
        <span className={compact ? "lg:sr-only" : ""}>{signOut}</span>
      </Button>
    </form>
  );
}

const LINK = buttonClass({ variant: "quiet", size: "sm" }, "lg:max-xl:px-2");

/** The top bar's links for signed-in users; nothing for others. */
export function AccountMenu() {
  const { user, role } = useCurrentUser();
  const words = useTexts(ACCOUNT_MENU);
  useLeaveWhenSignedOut();
  if (!user) return null;
  return (
    <div className="flex items-center">
      {mayRole(role, "read-contracts") ? (
        <Link to="/admin" className={LINK}>
          <AccountIcon shape="admin" />
          <span className="lg:max-xl:sr-only">{words.dashboard}</span>
        </Link>
      ) : null}
      {mayRole(role, "edit-content") ? (
        <a href="/studio" className={LINK}>
          <AccountIcon shape="studio" />
          <span className="lg:max-xl:sr-only">{words.studio}</span>
        </a>
      ) : null}
      <Link
        to="/account"
        className={buttonClass({ variant: "quiet", size: "sm" }, "lg:px-2")}
        title={words.account}
      >
        <AccountIcon shape="account" className="lg:block" />
        <span className="lg:sr-only">{words.account}</span>
      </Link>
      <SignOut compact />
    </div>
  );
}
