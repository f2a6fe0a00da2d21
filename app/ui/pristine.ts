/** Returns whether a control has the value that the server sent. */
export function isPristine(control: Element): boolean {
  if (control instanceof HTMLInputElement) {
    if (control.checked !== control.defaultChecked) return false;
    return ["checkbox", "radio"].includes(control.type) || control.value === control.defaultValue;
  }
  if (control instanceof HTMLTextAreaElement) return control.value === control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return true;
  const selected = [...control.options].findIndex((option) => option.defaultSelected);
  return control.selectedIndex === Math.max(selected, 0);
}
