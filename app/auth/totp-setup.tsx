import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import type { TotpSetup } from "./account-forms.ts";
import { AUTH_TEXTS } from "./messages.ts";
import { SecretInput } from "./secret-input.tsx";

const { account: texts } = AUTH_TEXTS;

/** The QR code, dark on white in both themes: cameras expect it so. */
function QrCode({ qr: { path, size } }: Pick<TotpSetup, "qr">) {
  return (
    <svg
      role="img"
      aria-label={texts.qrLabel}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The secret as a picture, a link and a text, and the field for the first code. */
export function TotpSetupForm({ setup, errors }: { setup: TotpSetup; errors: string[] | null | undefined }) {
  return (
    <form method="post" action="/account" noValidate className="grid gap-6" aria-label={texts.confirm}>
      <input type="hidden" name="form" value="totp-confirm" />
      <input type="hidden" name="setup" value={setup.sealed} />
      <h3 className="text-lg font-semibold">{texts.scanHeading}</h3>
      <p className="-mt-4 text-ink-soft">{texts.scan}</p>
      <QrCode qr={setup.qr} />
      <div className="grid gap-2">
        <p className="text-sm text-ink-faint">{texts.typeKey}</p>
        <p className="font-semibold break-words tabular-nums">{setup.key}</p>
        <p>
          <a href={setup.uri} className="inline-flex min-h-11 items-center underline underline-offset-4">
            {texts.openApp}
          </a>
        </p>
      </div>
      <SecretInput
        id="totp-code"
        name="code"
        label={AUTH_TEXTS.code.label}
        kind="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        errors={errors}
      />
      <Button type="submit" className="justify-self-start">
        {texts.confirm}
      </Button>
    </form>
  );
}

/** Ten new recovery codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-6">
      <h3 className="text-lg font-semibold">{texts.codesHeading}</h3>
      <p className="-mt-4 text-ink-soft">{texts.codesIntro}</p>
      <ol className="grid gap-2 rounded-md border border-line p-5 tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-4">
        <CopyButton text={codes.join("\n")} what="recovery codes" />
        <ButtonLink to="/account?done=totp-confirm" size="sm" reloadDocument>
          {texts.codesSaved}
        </ButtonLink>
      </div>
    </div>
  );
}
