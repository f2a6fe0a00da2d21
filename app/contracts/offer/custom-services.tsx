import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { FieldErrors } from "../../ui/field-parts.tsx";
import type { OfferFormShape } from "./offer-form.tsx";

interface CustomServicesProps {
  form: FormMetadata<OfferFormShape>;
  field: FieldMetadata<OfferFormShape["customServices"], OfferFormShape>;
}

/** Lines that are not in the catalogue, each with its price. Lines come and go without scripts too. */
export function CustomServices({ form, field }: CustomServicesProps) {
  const lines = field.getFieldList();
  const fieldset = useFocusOnNewLine(lines.length);
  return (
    <fieldset ref={fieldset} className="grid min-w-0 gap-6">
      <legend className="sr-only">Custom services</legend>
      <FieldErrors id={field.errorId} errors={field.errors} />
      {lines.map((line, index) => {
        const { description, price } = line.getFieldset();
        return (
          <fieldset key={line.key} className="min-w-0 rounded-xl border border-line p-5">
            <legend className="sr-only">Custom service {index + 1}</legend>
            <div className="grid gap-6 sm:grid-cols-[2fr_1fr]">
              <TextArea field={description} label="Description" rows={2} />
              <Field
                field={price}
                label="Price in dollars"
                inputProps={{ inputMode: "decimal", autoComplete: "off", placeholder: "1,250.00" }}
              />
            </div>
            <Button
              variant="quiet"
              size="sm"
              className="mt-3"
              {...form.remove.getButtonProps({ name: field.name, index })}
              type="submit"
            >
              Remove <span className="sr-only">custom service {index + 1}</span>
            </Button>
          </fieldset>
        );
      })}
      <div>
        <Button
          variant="secondary"
          {...form.insert.getButtonProps({ name: field.name, defaultValue: { description: "", price: "" } })}
          type="submit"
        >
          Add a custom service
        </Button>
      </div>
    </fieldset>
  );
}

/** Who asked for another line wants to write in it. */
function useFocusOnNewLine(lines: number) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const before = useRef(lines);
  useEffect(() => {
    if (lines > before.current) [...(ref.current?.querySelectorAll("textarea") ?? [])].at(-1)?.focus();
    before.current = lines;
  }, [lines]);
  return ref;
}
