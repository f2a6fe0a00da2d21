import { Flex, Stack, Text, TextInput } from "@sanity/ui";
import { set, unset, useFormValue, type StringInputProps } from "sanity";
import { accentProblem, lightened, type Theme } from "../../app/model/accent.ts";

const COLOR = /^#[0-9a-f]{6}$/i;

/** The site's own, which are used while none is chosen. */
const USUAL: Readonly<Record<Theme, string>> = { light: "#0a5a5f", dark: "#62d2c7" };

/**
 * The input of an accent color: the browser's picker beside the text, and under them why a color cannot be used. An empty one of dark
 * screens shows what it follows from the other.
 */
export function AccentInput({
  value,
  onChange,
  elementProps,
  readOnly,
  theme,
}: StringInputProps & { theme: Theme }) {
  const light = useFormValue(["accentColor"]);
  const follows = theme === "dark" && typeof light === "string" && !accentProblem(light, "light");
  const usual = follows ? lightened(light) : USUAL[theme];
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
