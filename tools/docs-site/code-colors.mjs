// The colours of code: the site's CSS defines them for both themes.

const color = (name) => `var(--code-${name})`;
const rule = (name, ...scope) => ({ scope, settings: { foreground: color(name) } });

/** A theme of Shiki. */
export const codeColors = {
  name: "oipkit",
  type: "light",
  colors: { "editor.foreground": color("text"), "editor.background": color("background") },
  settings: [
    { settings: { foreground: color("text"), background: color("background") } },
    rule("comment", "comment", "punctuation.definition.comment"),
    rule("string", "string", "punctuation.definition.string", "markup.inserted"),
    rule("keyword", "keyword", "storage", "constant.language", "markup.deleted"),
    rule("number", "constant.numeric", "constant.other.color"),
    rule("name", "entity.name", "support.type.property-name", "meta.object-literal.key", "support.function"),
    rule("text", "keyword.operator", "string.unquoted", "source.shell string.unquoted"),
  ],
};
