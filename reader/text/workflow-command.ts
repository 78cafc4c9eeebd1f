import { printable, printableLines } from "./printable.js";

/** A workflow command for the GitHub Actions runner, such as an annotation. */
interface WorkflowCommand {
  readonly name: "error" | "warning" | "notice";
  readonly properties: Readonly<Record<string, string | number>>;
  readonly text: string;
}

/** Formats a command as a line, with its line feed; the runner prints its text, line by line. */
export function workflowCommand({ name, properties, text }: WorkflowCommand): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${name} ${list.join(",")}::${data(printableLines(text))}\n`;
}

/** Escapes text as the runner expects, see `command.ts` in https://github.com/actions/toolkit. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(printable(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
