import type { Reporter } from "./reporter.js";

/** Workflow commands of GitHub Actions: each finding becomes an annotation. */
export function githubReporter(): Reporter {
  return {
    head: () => "",
    part: ({ findings }) =>
      findings
        .map(({ file, line, column, code, level, message, pointer, clause }) => {
          const properties = { file, line, col: column, title: `oipkit ${code}` };
          const list = Object.entries(properties).map(
            ([name, value]) => `${name}=${property(String(value))}`,
          );
          const where = pointer === "" ? "" : ` at ${pointer}`;
          const text = `${message}${where}${clause === undefined ? "" : ` (${clause})`}`;
          return `::${level} ${list.join(",")}::${data(text)}\n`;
        })
        .join(""),
    tail: ({ leftOut }) =>
      leftOut === 0 ? "" : `::notice title=oipkit::${leftOut} more findings aren't shown\n`,
  };
}

/** The escapes that the runner undoes in a command's text, https://github.com/actions/toolkit `command.ts`. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
