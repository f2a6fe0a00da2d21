import { Link } from "@remix-run/react";
import { buttonClass } from "../ui/button.tsx";
import { AccountIcon } from "./account-icon.tsx";
import { BAR_TEXTS } from "./bar-messages.ts";
import { SignOut } from "./sign-out.tsx";
import { useLeaveWhenSignedOut } from "./use-leave-when-signed-out.ts";
import { useCurrentUser, useSession } from "./use-current-user.ts";

/** What the top bar shows somebody who is signed in; nothing to everybody else. */
export function AccountMenu() {
  const { user } = useCurrentUser();
  const { admin } = useSession();
  useLeaveWhenSignedOut();
  if (!user) return null;
  return (
    <div className="flex items-center">
      {admin ? (
        <Link to="/admin" className={buttonClass({ variant: "quiet", size: "sm" }, "lg:max-xl:px-2")}>
          <AccountIcon shape="admin" />
          <span className="lg:max-xl:sr-only">{BAR_TEXTS.admin}</span>
        </Link>
      ) : null}
      <Link to="/account" className={buttonClass({ variant: "quiet", size: "sm" }, "lg:max-xl:px-2")}>
        <AccountIcon shape="account" />
        <span className="lg:max-xl:sr-only">{BAR_TEXTS.account}</span>
      </Link>
      <SignOut compact />
    </div>
  );
}
