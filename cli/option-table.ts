import { optionLabel } from "../commands/options/help.js";
import type { Declaration, Option } from "../commands/options/option.js";
import type { Command } from "./main.js";

/** A command's options and environment variables as Markdown tables. */
function optionTable({ options, environment }: Declaration): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const label = optionLabel(name, option).replace(/^(-\w), /, "$1`, `");
    return [`\`${label}\``, optionMeaning(option), option.default ?? ""];
  });
  const variables = (environment ?? []).map(({ name, description }) => [`\`${name}\``, description]);
  const tables = [table(["option", "meaning", "default"], rows)];
  if (variables.length !== 0) tables.push(table(["environment variable", "meaning"], variables));
  return tables.join("\n\n");
}

function optionMeaning({ description, multiple, details }: Option<unknown>): string {
  return `${description}${multiple ? "; can be repeated" : ""}${details === undefined ? "" : `. ${details}`}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

const marked = /(<!-- options: (\w+) -->\n)[\s\S]*?(<!-- end of options -->)/g;

/** A page with the option tables filled in between their markers. Throws if a marker names an unknown command. */
export function fillOptionTables(page: string, tables: Readonly<Record<string, string>>): string {
  return page.replace(marked, (...groups: readonly string[]) => {
    const [, start = "", command = "", end = ""] = groups;
    const table = tables[command];
    if (table === undefined)
      throw new Error(`cannot fill in the option table: unknown command \`${command}\``);
    return `${start}\n${table}\n\n${end}`;
  });
}

/** Option tables by command name. */
export async function optionTables(
  commands: Readonly<Record<string, Command>>,
): Promise<Record<string, string>> {
  const tables = Object.entries(commands).map(async ([name, { load }]) => {
    return [name, optionTable((await load()).declaration)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}
