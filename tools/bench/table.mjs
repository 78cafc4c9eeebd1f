/* * A Markdown table: the first column left-aligned, the others right-aligned, padded to be readable as text.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function markdownTable(head, rows) {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  /** @param {readonly string[]} cells */
  const line = (cells) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? "", width, column)).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/**
 * @param {string} text
 * @param {number} width
 * @param {number} column
 */
function pad(text, width, column) {
  if (column === 0) return text.padEnd(width);
  return text.padStart(width);
}
