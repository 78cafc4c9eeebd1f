import { createHash } from "node:crypto";
import { html, Markup } from "../../../../reader/text/html.js";
import type { Report } from "../../result.js";
import { runStanding, verdictText } from "../verdict.js";
import { caseSections, type ShownExchanges } from "./cases.js";
import { clauseMap } from "./marks.js";
import { coverageTable, overview, problems } from "./overview.js";

/** How the page is made. */
interface HtmlOptions {
  /** Version of oipkit. */
  readonly version: string;
  /** Whose requests and answers it has. */
  readonly exchanges: ShownExchanges;
}

/**
 * One self-contained page: it makes no requests, and its own policy allows only its own script.
 * Everything can be read without the script, which filters and copies.
 */
export function htmlReport(report: Report, { version, exchanges }: HtmlOptions): string {
  const sources = `default-src 'none'; style-src '${digest(style)}'; script-src '${digest(script)}'`;
  const policy = `${sources}; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${{ conforms: "✓", partial: "?", unshown: "?", broken: "✗" }[runStanding(report)]} ${report.url} ${verdictText(report)}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#cases">Skip to the cases</a>
${overview(report)}
<main>
${problems(report)}
${clauseMap(report)}
<section id="cases" aria-labelledby="cases-title" tabindex="-1">
<h2 id="cases-title">Cases</h2>
${filterForm(report)}
${caseSections(report, exchanges)}
</section>
${coverageTable(report)}
</main>
<footer><p>oipkit ${version}, ${report.startedAt}</p></footer>
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return page.text;
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Filters for the cases; hidden until the script runs, since they need it. */
function filterForm({ counts, levels }: Report): Markup {
  const total = (level: keyof Report["levels"]): number => {
    const { passed, failed, inconclusive, notRun = 0 } = levels[level];
    return passed + failed + inconclusive + notRun;
  };
  return html`<form id="filter" role="search" hidden>
<p><label for="text">Text</label> <input id="text" type="search" autocomplete="off" spellcheck="false" placeholder="id, clause or words"></p>
<fieldset><legend>Result</legend>
${box("result", "failed", counts.failed)} ${box("result", "inconclusive", counts.inconclusive)} ${counts.notRun === undefined ? "" : box("result", "not-run", counts.notRun)} ${box("result", "passed", counts.passed)}
</fieldset>
<fieldset><legend>Level</legend>
${box("level", "must", total("must"))} ${box("level", "should", total("should"))} ${box("level", "info", total("info"))}
</fieldset>
<p><button type="reset">Show all</button> <span id="shown" role="status"></span></p>
</form>`;
}

function box(name: string, value: string, count: number): Markup {
  return html`<label class="box"><input type="checkbox" name="${name}" value="${value}" checked> ${value} <span class="faint">${count}</span></label>`;
}

/** For wide and narrow windows, light and dark, screen and paper. All text has a contrast of at least 4.5 to 1. */
export const style = `
:root { --back: #fff; --text: #1c2128; --soft: #57606a; --line: #d0d7de; --panel: #f6f8fa; --link: #0550ae;
  --good: #116329; --good-back: #dafbe1; --bad: #a40e26; --bad-back: #ffebe9; --open: #7d4e00; --open-back: #fff8c5; }
@media (prefers-color-scheme: dark) { :root { --back: #0d1117; --text: #e6edf3; --soft: #9da7b3; --line: #3d444d; --panel: #161b22;
  --link: #79b8ff; --good: #56d364; --good-back: #12261e; --bad: #ff9a92; --bad-back: #3c1418; --open: #e3b341; --open-back: #2e2508; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; max-width: 76rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 0.5rem; padding: 0.25rem 0.75rem; background: var(--back); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { margin: 0 0 0.5rem; font-size: 1.6rem; line-height: 1.25; }
h1 .url { display: block; margin-top: 0.35rem; font: 0.95rem/1.5 ui-monospace, monospace; color: var(--text); }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1.05rem; }
h3 .rule { font-weight: 400; }
header { padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-left: 0.4rem solid var(--good); border-radius: 0.5rem; background: var(--panel); }
header.bad { border-left-color: var(--bad); }
header.open { border-left-color: var(--open); }
header.good .verdict { color: var(--good); }
header.bad .verdict { color: var(--bad); }
header.open .verdict { color: var(--open); }
header p { margin: 0.5rem 0; }
.faint { color: var(--soft); font-size: 0.875rem; font-weight: 400; }
.warning { color: var(--open); font-weight: 600; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
header th, header td { overflow-wrap: normal; }
th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
header td, header thead th:not(:first-child) { text-align: right; }
th .faint { display: block; }
td.none { color: var(--soft); }
td.passed, .state.kept { color: var(--good); }
td.failed, .state.broken { color: var(--bad); font-weight: 600; }
td.inconclusive, .state.untried { color: var(--open); }
.state { white-space: nowrap; }
.scroll { overflow-x: auto; }
.mark { display: inline-block; min-width: 1.1em; text-align: center; font-weight: 700; }
.mark.passed { color: var(--good); } .mark.failed { color: var(--bad); } .mark.inconclusive, .mark.noted, .mark.not-run { color: var(--open); }
.pattern { margin-top: 1.5rem; padding: 0.25rem 1.25rem 0.75rem; border-radius: 0.5rem; background: var(--open-back); border: 1px solid var(--open); }
article { margin: 0.75rem 0; padding: 0.25rem 1.25rem 0.75rem; border: 1px solid var(--line); border-left: 0.25rem solid var(--bad); border-radius: 0.5rem; }
article.noted { border-left-color: var(--open); }
article ul { margin: 0; padding: 0; list-style: none; }
article li + li { margin-top: 0.75rem; padding-top: 0.25rem; border-top: 1px solid var(--line); }
article p { margin: 0.5rem 0 0.25rem; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr); gap: 0.2rem 1rem; margin: 0.25rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
code, pre { font: 0.85rem/1.5 ui-monospace, monospace; }
.level { padding: 0 0.45rem; border: 1px solid var(--line); border-radius: 1rem; font-size: 0.78rem; color: var(--soft); white-space: nowrap; }
.map { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.tile { display: block; height: 100%; padding: 0.4rem 0.7rem; border: 1px solid var(--line); border-radius: 0.4rem; color: var(--text); text-decoration: none; }
.tile > span:last-child { display: block; font-size: 0.85rem; color: var(--soft); }
.tile.passed { background: var(--good-back); } .tile.failed { background: var(--bad-back); border-color: var(--bad); } .tile.inconclusive, .tile.noted, .tile.not-run { background: var(--open-back); }
.tile.passed > span:last-child, .tile.failed > span:last-child, .tile.inconclusive > span:last-child, .tile.noted > span:last-child { color: var(--text); }
.tile:hover { border-color: var(--text); }
#filter { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--panel); }
#filter p, #filter fieldset { margin: 0; padding: 0; border: 0; display: flex; flex-wrap: wrap; gap: 0.35rem 0.9rem; align-items: center; }
#filter legend { float: left; padding: 0; margin-right: 0.75rem; }
#filter p, #filter fieldset, #filter legend { min-width: 0; }
input, button { font: inherit; color: inherit; }
input[type=search] { width: 16rem; max-width: 100%; padding: 0.25rem 0.5rem; border: 1px solid var(--soft); border-radius: 0.3rem; background: var(--back); }
button { padding: 0.25rem 0.75rem; border: 1px solid var(--soft); border-radius: 0.3rem; background: var(--back); cursor: pointer; }
.box { white-space: nowrap; }
.rules { margin: 0.25rem 0 0.75rem; color: var(--soft); font-size: 0.9rem; }
.rules ul { margin: 0.25rem 0; padding-left: 1.2rem; }
.case { margin-top: -1px; border: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 2.3rem; }
.fold { margin-top: 0.5rem; }
.fold > summary { padding: 0.35rem 0.75rem; border: 1px solid var(--line); border-radius: 0.3rem; cursor: pointer; }
.fold[open] > summary { margin-bottom: 0.5rem; }
p.case { margin: -1px 0 0; padding: 0.3rem 0.75rem; color: var(--soft); font-size: 0.9rem; }
p.case code { color: var(--text); }
p.case > code:first-child { margin-right: 0.4rem; }
.case:target { outline: 2px solid var(--link); outline-offset: -1px; }
.asks { max-width: 60rem; }
.copy { padding: 0 0.5rem; font-size: 0.8rem; }
.case > summary { padding: 0.35rem 0.75rem; cursor: pointer; }
.case > summary:hover { background: var(--panel); }
.case[open] > summary { background: var(--panel); border-bottom: 1px solid var(--line); }
.case > dl, .case > p, .exchange { margin: 0.6rem 0.9rem; }
.case[data-result=failed] .reason { color: var(--bad); }
.reason { color: var(--soft); }
.exchange { display: grid; grid-template-columns: minmax(0, 1.4fr) minmax(0, 1fr); gap: 0.75rem; }
.exchange p { margin: 0.25rem 0; }
pre { margin: 0; padding: 0.6rem 0.8rem; max-height: 24rem; overflow: auto; border-radius: 0.4rem; background: var(--panel); border: 1px solid var(--line);
  white-space: pre-wrap; }
footer { margin-top: 3rem; color: var(--soft); font-size: 0.85rem; }
@media (max-width: 44rem) { body { padding-top: 1rem; } header { padding: 1rem; } h1 { font-size: 1.3rem; }
  .exchange { grid-template-columns: minmax(0, 1fr); } dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: 0.4rem; }
  th, td { padding-right: 0.6rem; } header thead th { font-size: 0.8rem; } article { padding: 0.25rem 0.9rem 0.6rem; } }
@media print { #filter, .skip { display: none; } pre { max-height: none; } .case { content-visibility: visible; } }
`;

/** Filters the cases, opens the one that the URL names, copies commands, and makes `/` focus the search field. */
const script = `
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
