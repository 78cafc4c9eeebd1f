/** Filters the cases, opens the one that the URL names, and makes `/` focus the search field. */
export const script = `
"use strict";
const form = document.getElementById("filter");
const text = document.getElementById("text");
const shown = document.getElementById("shown");
const cases = [...document.querySelectorAll("details.case")].map((element) => ({
  element,
  text: (element.closest("section").getAttribute("aria-label") + " " + element.firstElementChild.textContent + " " +
    element.querySelector("dl").textContent).toLowerCase(),
}));
const sections = [...document.querySelectorAll("section.clause")];
const chosen = (name) => new Set([...form.querySelectorAll("input[name=" + name + "]:checked")].map((box) => box.value));
function apply() {
  const results = chosen("result");
  const levels = chosen("level");
  const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const { element, text: own } of cases) {
    const { result, level } = element.dataset;
    element.hidden = !(results.has(result) && levels.has(level) && words.every((word) => own.includes(word)));
    if (!element.hidden) count++;
  }
  for (const section of sections) section.hidden = !section.querySelector("details.case:not([hidden])");
  shown.textContent = count + " of " + cases.length + " cases shown";
}
function open() {
  let name = "";
  try { name = decodeURIComponent(location.hash.slice(1)); } catch {}
  const target = name === "" ? null : document.getElementById(name);
  if (target === null) return;
  if (target.hidden || target.closest("[hidden]")) { form.reset(); apply(); }
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}
form.hidden = false;
form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(apply));
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  text.focus();
});
addEventListener("hashchange", open);
apply();
open();
`;
