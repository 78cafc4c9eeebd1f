import { markdownTable } from "../table.mjs";

/**
 * The section of the results.
 * @param {readonly import("./measure.mjs").Measured[]} measured
 * @param {{ date: string, versions: readonly string[] }} about
 */
export function section(measured, { date, versions }) {
  const table = markdownTable(
    ["SDK", "Files", "Lines", "Longest line", "Bundle of one call"],
    measured.map(({ one, files, lines, longest, gzipped }) => [
      one.label,
      String(files),
      String(lines),
      String(longest),
      `${gzipped} bytes`,
    ]),
  );
  const calls = measured.map(
    ({ one, call, event, hovers, wrong }) => `### ${one.label}

${fenced("typescript", call)}

An editor shows:

${hovers.map(([word, shown]) => `- \`${word}\`\n\n${indented(fenced("text", shown))}`).join("\n\n")}

With \`days: "14"\`, the compiler says:

${fenced("text", wrong)}

${event === undefined ? "Nothing is generated for the webhooks." : `Webhooks:\n\n${fenced("typescript", event)}`}`,
  );
  return `${[
    "## Measured",
    `- Date: ${date}\n- Versions: ${versions.join(", ")}\n- Again: \`npm run bench:sdk\``,
    table,
    ...calls,
  ].join("\n\n")}\n`;
}

/**
 * @param {string} language
 * @param {string} text
 */
function fenced(language, text) {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** @param {string} text */
function indented(text) {
  return text.replace(/^(?=.)/gm, "  ");
}
