// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { isPristine } from "./pristine.ts";

let form: HTMLFormElement;

beforeEach(() => {
  document.body.innerHTML = `<form>
    <input name="name" value="Ada"><input name="agree" type="checkbox"><input name="pay" type="radio" checked>
    <textarea name="wish">A chart</textarea>
    <select name="first"><option>a</option><option>b</option></select>
    <select name="second"><option>a</option><option selected>b</option></select>
    <button>Send</button>
  </form>`;
  form = document.querySelector("form") as HTMLFormElement;
});

const control = <Control extends HTMLElement>(name: string) => form.elements.namedItem(name) as Control;

const allPristine = () => [...form.elements].every(isPristine);

test("a form as the server sent it is pristine", () => {
  expect(allPristine()).toBe(true);
});

test.each([
  ["a text", () => (control<HTMLInputElement>("name").value = "Grace")],
  ["a tick", () => (control<HTMLInputElement>("agree").checked = true)],
  ["a tick that is gone", () => (control<HTMLInputElement>("pay").checked = false)],
  ["a longer text", () => (control<HTMLTextAreaElement>("wish").value = "")],
  ["a choice", () => (control<HTMLSelectElement>("first").selectedIndex = 1)],
  ["a choice other than the server's", () => (control<HTMLSelectElement>("second").selectedIndex = 0)],
])("%s changes it", (_what, touch) => {
  touch();
  expect(allPristine()).toBe(false);
});
