import { Stack, Text, TextInput } from "@sanity/ui";
import { useState } from "react";
import { set, unset, type NumberInputProps } from "sanity";
import { parseAmount } from "../../app/model/contracts/money.ts";
import { formatNumber } from "../../app/model/format.ts";
import { LOCALE } from "../../app/model/locale.ts";

/** Returns the cents of a typed amount: undefined for an empty one, null for text that is none. */
function centsOf(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  // An amount on its way from 12 to 12.50 ends with the mark.
  return parseAmount(text.endsWith(LOCALE.decimalMark) ? text.slice(0, -1) : text);
}

/** The input of a field that stores cents: shows and takes dollars. Text that is no amount is not stored. */
export function DollarsInput({ value, onChange, elementProps, readOnly }: NumberInputProps) {
  const [typed, setTyped] = useState<string>();
  const cents = typed === undefined ? undefined : centsOf(typed);
  const isTyped = typed !== undefined && (cents ?? undefined) === value;
  const isWrong = isTyped && cents === null;
  const error = `${elementProps.id}-dollars`;

  function type(text: string) {
    setTyped(text);
    const amount = centsOf(text);
    onChange(amount === undefined || amount === null ? unset() : set(amount));
  }

  return (
    <Stack gap={2}>
      <TextInput
        {...elementProps}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={isTyped ? typed : value === undefined ? "" : formatNumber(value / 100, 2)}
        readOnly={readOnly}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? error : elementProps["aria-describedby"]}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={(event) => {
          if (!isWrong) setTyped(undefined);
          elementProps.onBlur(event);
        }}
      />
      {isWrong ? (
        <Text id={error} size={1} role="alert">
          Enter an amount in {LOCALE.currencyName} with at most two decimals, such as {formatNumber(1250, 2)}
        </Text>
      ) : null}
    </Stack>
  );
}
