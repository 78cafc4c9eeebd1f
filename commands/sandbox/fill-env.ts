import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UsageError } from "../options/option.js";
import { replacePrivately, sandboxFolder } from "./control.js";

/** Values that need no quotes, whoever reads the file. */
const plain = /^[\w./:@+=-]*$/;

/** A value in quotes that it doesn't contain: readers of such files disagree about escapes. */
function quoted(value: string): string {
  if (plain.test(value)) return value;
  const quote = ["'", '"', "`"].find((each) => !value.includes(each)) ?? "'";
  return `${quote}${value}${quote}`;
}

/** The text with each variable set: where it is assigned first, or at the end. All other lines stay as they are. */
function filled(text: string, variables: Readonly<Record<string, string>>): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  let result = text;
  const added: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    const line = `${name}=${quoted(value)}`;
    // A value in quotes may have several lines.
    const assignment = new RegExp(`^(?:export )?${name}=(?:"[^"]*"|'[^']*'|[^\\r\\n]*)`, "m");
    if (assignment.test(result)) result = result.replace(assignment, () => line);
    else added.push(`${line}${end}`);
  }
  if (added.length > 0 && result !== "" && !result.endsWith("\n")) result += end;
  return result + added.join("");
}

/** Sets variables in the file of a project, which may be new, and which only its owner may read then. Throws `UsageError`. */
export async function fillEnv(
  cwd: string,
  file: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const path = resolve(cwd, file);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw new UsageError(`--env: ${file} can't be read: ${error.message}`, { cause: error });
  });
  await replacePrivately(path, filled(text, variables)).catch((error: Error) => {
    throw new UsageError(`--env: ${file} can't be written: ${error.message}`, { cause: error });
  });
}

/** The same in what a sandbox of this folder keeps for its next start, if that is of the application. */
export async function fillKept(
  cwd: string,
  application: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const file = join(sandboxFolder, "sandbox.env");
  const text = await readFile(resolve(cwd, file), "utf8").catch(() => "");
  if (text.split("\n").includes(`APPLICATION_ID=${application}`)) await fillEnv(cwd, file, variables);
}
