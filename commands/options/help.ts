import type { Declaration, Option, Options } from "./option.js";

const lineWidth = 100;

/** The description of a longer label starts on the next line. */
const longestLabel = 26;

/** What `--help` prints. */
export function helpText({ usage, about, actions, options, environment, exitCodes }: Declaration): string {
  const first = usage.map((line, at) => `${at === 0 ? "Usage:" : "      "} oipkit ${line}`).join("\n");
  const rows = Object.entries(options).map(
    ([name, option]) => [optionLabel(name, option), describeOption(option)] as const,
  );
  const width = columnWidth([
    ...rows.map(([label]) => label),
    ...(environment ?? []).map(({ name }) => name),
  ]);
  const sections: string[] = [];
  if (actions !== undefined) sections.push(section("Actions", Object.entries(actions), width));
  sections.push(
    ...listGroups(options).map((group) => {
      const members = rows.filter((_, at) => Object.values(options)[at]?.group === group);
      return section(group ?? "Options", members, width);
    }),
  );
  if (environment !== undefined)
    sections.push(
      section(
        "Environment",
        environment.map(({ name, description }) => [name, description]),
        width,
      ),
    );
  const paragraphs = about.split("\n\n").map((text) => wrap(unmarked(text), lineWidth).join("\n"));
  const end = wrap(`Exit codes: ${unmarked(exitCodes)}`, lineWidth).join("\n");
  return [first, ...paragraphs, ...sections, end].map((part) => `${part}\n`).join("\n");
}

/** `-o, --output FILE`. */
export function optionLabel(name: string, { short, value }: Option<unknown>): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function describeOption({ description, multiple, default: fallback }: Option<unknown>): string {
  const notes: string[] = [];
  if (multiple) notes.push("can be repeated");
  if (fallback !== undefined) notes.push(fallback === "required" ? fallback : `default: ${fallback}`);
  return `${description}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
}

function listGroups(options: Options): readonly (string | undefined)[] {
  return [...new Set([undefined, ...Object.values(options).map(({ group }) => group)])];
}

function section(title: string, rows: readonly (readonly [string, string])[], width: number): string {
  return [`${title}:`, ...rows.map(([label, phrase]) => row(label, unmarked(phrase), width))].join("\n");
}

function row(label: string, phrase: string, width: number): string {
  const [first = "", ...rest] = wrap(phrase, lineWidth - width - 4);
  const indent = " ".repeat(width + 4);
  const lines = rest.map((line) => `${indent}${line}`);
  const start = label.length > width ? `  ${label}\n${indent}${first}` : `  ${label.padEnd(width)}  ${first}`;
  return [start, ...lines].join("\n");
}

function columnWidth(labels: readonly string[]): number {
  return Math.max(...labels.map(({ length }) => length).filter((length) => length <= longestLabel));
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function unmarked(text: string): string {
  return text.replaceAll("`", "");
}
