/** Filters the cases, opens the one that the URL names, copies commands, and makes `/` focus the search field. */
export const script = `
"use strict";
const form = document.getElementById("filter");
const text = document.getElementById("text");
const shown = document.getElementById("shown");
const sections = [...document.querySelectorAll("section.clause")].map((element) => ({
  element,
  folds: [...element.querySelectorAll("details.fold")],
  cases: [...element.querySelectorAll(".case")].map((own) => ({ element: own, text: undefined })),
  name: element.getAttribute("aria-label") + " " + element.querySelector("h3").textContent + " ",
}));
const chosen = (name) => new Set([...form.querySelectorAll("input[name=" + name + "]:checked")].map((box) => box.value));
const textOf = (section, one) =>
  one.text ??= (section.name + (one.element.tagName === "P" ? one.element.textContent :
    one.element.firstElementChild.textContent + " " + one.element.querySelector("dl").textContent)).toLowerCase();
function apply() {
  const results = chosen("result");
  const levels = chosen("level");
  const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0, total = 0;
  for (const section of sections) {
    let own = 0;
    for (const one of section.cases) {
      const { result, level = "must" } = one.element.dataset;
      const fits = results.has(result) && levels.has(level) && words.every((word) => textOf(section, one).includes(word));
      if (one.element.hidden === fits) one.element.hidden = !fits;
      if (fits) own++;
    }
    count += own;
    total += section.cases.length;
    section.element.hidden = own === 0;
    for (const fold of section.folds) {
      fold.hidden = !fold.querySelector(".case:not([hidden])");
      if (words.length > 0 && !fold.hidden) { fold.open = true; fold.dataset.found = ""; }
      else if ("found" in fold.dataset) { fold.open = false; delete fold.dataset.found; }
    }
  }
  shown.textContent = count + " of " + total + " cases match";
}
function open() {
  let name = "";
  try { name = decodeURIComponent(location.hash.slice(1)); } catch {}
  const target = name === "" ? null : document.getElementById(name);
  if (target === null) return;
  if (target.hidden || target.closest("[hidden]")) { form.reset(); apply(); }
  const fold = target.closest("details.fold");
  if (fold !== null) fold.open = true;
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}
async function copy(button) {
  const source = button.previousElementSibling;
  try { await navigator.clipboard.writeText(source.textContent); }
  catch { getSelection().selectAllChildren(source); document.execCommand("copy"); }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}
form.hidden = false;
for (const button of document.querySelectorAll("button.copy")) button.hidden = false;
form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(apply));
document.addEventListener("click", (event) => {
  if (event.target instanceof HTMLButtonElement && event.target.classList.contains("copy")) copy(event.target);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  text.focus();
});
addEventListener("hashchange", open);
apply();
open();
`;
