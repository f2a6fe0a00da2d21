function isUntouched(control: Element): boolean {
  if (control instanceof HTMLInputElement) {
    if (control.checked !== control.defaultChecked) return false;
    return ["checkbox", "radio"].includes(control.type) || control.value === control.defaultValue;
  }
  if (control instanceof HTMLTextAreaElement) return control.value === control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return true;
  const chosen = [...control.options].findIndex((option) => option.defaultSelected);
  return control.selectedIndex === Math.max(chosen, 0);
}

/**
 * Whether a form stands as the server sent it: neither has a visitor typed before the scripts came, nor has the browser put
 * back what was in it, as on the way back to a page.
 */
export function untouched(form: HTMLFormElement): boolean {
  return [...form.elements].every(isUntouched);
}
