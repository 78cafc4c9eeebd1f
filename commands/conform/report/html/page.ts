import { createHash } from "node:crypto";
import { html, Markup } from "../../../../reader/text/html.js";
import type { Report } from "../../result/result.js";
import { standingOf, verdictOf } from "../verdict.js";
import { caseSections } from "./cases.js";
import { clauseMap } from "./clause-map.js";
import { coverageTable } from "./coverage.js";
import type { ShownExchanges } from "./exchanges-to-show.js";
import { filterForm } from "./filter.js";
import { overview } from "./overview.js";
import { problems } from "./problems.js";
import { script } from "./script.js";
import { style } from "./style.js";

/** How the page is made. */
export interface HtmlOptions {
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
<title>${{ conforms: "✓", partial: "?", unshown: "?", broken: "✗" }[standingOf(report)]} ${report.url} ${verdictOf(report)}</title>
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
