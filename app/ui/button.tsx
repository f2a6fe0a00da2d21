import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentPropsWithRef, MouseEvent } from "react";
import { cx } from "./cx.ts";

type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

interface Look {
  variant?: ButtonVariant | undefined;
  /** All sizes are at least 44 px high; `sm` only saves width and type size. */
  size?: "sm" | "md" | "lg" | undefined;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-edge bg-surface text-ink hover:border-ink hover:bg-tint",
  quiet: "border-transparent bg-transparent text-accent hover:bg-accent-tint hover:text-accent-strong",
  danger: "border-danger bg-transparent text-danger hover:bg-danger-tint",
};

const SIZES = { sm: "min-h-11 px-4 text-sm", md: "min-h-12 px-5 text-base", lg: "min-h-14 px-7 text-base" };

/** Returns the classes of a button, for any element. */
export function buttonClass({ variant = "primary", size = "md" }: Look = {}, extra?: string): string {
  return cx(
    "inline-flex items-center justify-center gap-2 rounded-md border font-semibold text-center leading-tight no-underline",
    "transition-[background-color,border-color,color] duration-150",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    VARIANTS[variant],
    SIZES[size],
    extra,
  );
}

/** Returns the attributes of a submit button that does nothing while its form is being sent, and keeps the focus. */
export const whileBusy = (busy: boolean) =>
  busy ? { "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() } : {};

/** A button. `type` defaults to "button", so that it does not submit a form by accident. */
export function Button({
  variant,
  size,
  className,
  type = "button",
  ...rest
}: ComponentPropsWithRef<"button"> & Look) {
  return <button {...rest} type={type} className={buttonClass({ variant, size }, className)} />;
}

/** A link that looks like a button. `to` may be a path of the site or an absolute URL. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look & { className?: string }) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}
