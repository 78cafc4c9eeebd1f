import { createHash } from "node:crypto";
import type { PageLanguage } from "./texts.js";

/** HTML that is safe to insert into a page: made by `html`. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | Markup | undefined | readonly Value[];

/** A template tag that escapes values, for content and quoted attributes, unless they are `Markup`. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(strings.reduce((text, string, at) => text + valueText(values[at - 1]) + string));
}

function valueText(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value !== "string") return value.map(valueText).join("");
  return value
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { display: grid; min-height: 100vh; margin: 0; place-items: center }
main { box-sizing: border-box; width: min(26rem, 100vw); padding: 2rem }
h1 { margin: 0 0 .25em; font-size: 1.5rem }
p.notice { padding: .5rem .75rem; border-inline-start: 4px solid #b45309; background: #b4530918 }
fieldset { margin: 1rem 0; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
label { display: block; padding: .4rem 0 }
small { display: block; margin-inline-start: 1.6rem; opacity: .75 }
button { margin: 1rem .5rem 0 0; padding: .5rem 1.25rem; border: 1px solid currentColor; border-radius: .4rem; background: none; color: inherit; font: inherit; cursor: pointer }
button[value=yes] { border-color: #1d4ed8; background: #1d4ed8; color: #fff }
`;

const styleSheet = new Markup(style);

/** Nothing is loaded, there is no script, and forms go to this origin or to where they lead. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A page and the headers to send it with. */
export interface IdentityPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A complete page. `target`: the URL outside of the issuer to which its form leads in the end, if any; browsers check redirects, too. */
export function renderPage({
  language,
  title,
  content,
  target,
}: {
  readonly language: PageLanguage;
  readonly title: string;
  readonly content: Markup;
  readonly target?: string | undefined;
}): IdentityPage {
  const leadsTo = target !== undefined && URL.canParse(target) ? ` ${new URL(target).origin}` : "";
  const { text } = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${styleSheet}</style></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`;
  return {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `${policy}; form-action 'self'${leadsTo}`,
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
    body: text,
  };
}
