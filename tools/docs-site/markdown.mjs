// Markdown as GitHub shows it: the same anchors, and nothing that only VitePress or Vue would understand.

import { codeColors } from "./code-colors.mjs";

/** The options of VitePress for Markdown. */
export const markdown = {
  theme: codeColors,
  attrs: { disable: true },
  anchor: { slugify: githubAnchor },
  codeCopyButtonTitle: "Copy",
  config(md) {
    md.disable(["emoji"]);
    withoutEmptyHeaders(md.renderer);
    // Vue would take braces in a text for an expression. Fenced code is passed over already.
    for (const name of ["text", "code_inline"]) {
      const render = md.renderer.rules[name];
      md.renderer.rules[name] = (...args) => render(...args).replaceAll("{{", "&#123;&#123;");
    }
  },
};

/** The anchor that GitHub makes of a heading. */
export function githubAnchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** The first cell of a table has often no text; it is no header then. */
function withoutEmptyHeaders(renderer) {
  renderer.rules.th_open = (tokens, at, options) => {
    if (tokens[at + 1].content === "")
      for (const token of [tokens[at], closing(tokens, at)]) token.tag = "td";
    return renderer.renderToken(tokens, at, options);
  };
}

function closing(tokens, at) {
  return tokens.slice(at).find(({ type }) => type === "th_close");
}
