/** A command to the runner of GitHub Actions, such as an annotation; ends with a line feed. */
export interface WorkflowCommand {
  readonly name: "error" | "warning" | "notice";
  readonly properties: Readonly<Record<string, string | number>>;
  readonly text: string;
}

/** The line that gives a command. */
export function workflowCommand({ name, properties, text }: WorkflowCommand): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${name} ${list.join(",")}::${data(text)}\n`;
}

/** The escapes that the runner undoes in a command's text, https://github.com/actions/toolkit `command.ts`. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
