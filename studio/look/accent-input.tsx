import { Flex, Stack, Text, TextInput } from "@sanity/ui";
import { set, unset, type StringInputProps } from "sanity";
import { accentProblem, type Theme } from "../../app/model/accent.ts";

const COLOR = /^#[0-9a-f]{6}$/i;

/** The input of an accent color: the browser's picker beside the text, and under them why a color cannot be used. */
export function AccentInput({
  value,
  onChange,
  elementProps,
  readOnly,
  theme,
  usual,
}: StringInputProps & { theme: Theme; usual: string }) {
  const problem = value ? accentProblem(value, theme) : null;
  const type = (text: string) => onChange(text.trim() ? set(text.trim()) : unset());
  const reason = `${elementProps.id}-reason`;
  return (
    <Stack gap={3}>
      <Flex gap={2} align="center">
        <input
          type="color"
          aria-label="Choose a color"
          value={value && COLOR.test(value) ? value.toLowerCase() : usual}
          disabled={readOnly}
          onChange={(event) => type(event.currentTarget.value)}
          style={{ width: "2.5rem", height: "2.25rem", flex: "none" }}
        />
        <div style={{ flex: 1 }}>
          <TextInput
            {...elementProps}
            value={value ?? ""}
            placeholder={usual}
            readOnly={readOnly}
            aria-describedby={problem ? reason : elementProps["aria-describedby"]}
            onChange={(event) => type(event.currentTarget.value)}
          />
        </div>
      </Flex>
      {problem ? (
        <Text id={reason} size={1} role="alert">
          {problem}
        </Text>
      ) : null}
    </Stack>
  );
}
