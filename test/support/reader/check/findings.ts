import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { checkContracts } from "../../../../reader/check/check.js";
import type { ExampleCheck } from "../../../../reader/check/examples.js";
import type { Levelling } from "../../../../reader/check/levels.js";
import type { Diagnostic } from "../../../../reader/documents/diagnostic.js";
import { readInputs } from "../../../../reader/documents/input.js";
import { loadContracts } from "../../../../reader/documents/load.js";

/** The visible parts of a finding: its place, and the source text above the carets. */
export interface Shown {
  readonly code: string;
  /** `file:line:column` */
  readonly at: string;
  readonly pointer: string | undefined;
  readonly marked: string;
}

/** Writes the files to a new folder, then reads and checks that folder. */
export async function check(
  files: Readonly<Record<string, string>>,
  examples: ExampleCheck = "error",
  levelling: Levelling = {},
): Promise<Diagnostic[]> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-check-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return await checkContracts(await loadContracts(await readInputs(["."], folder), folder), {
      examples,
      ...levelling,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The visible parts of the findings, warnings included. Each finding must have a hint, and an excerpt with carets below its place. */
export async function findings(
  files: Readonly<Record<string, string>>,
  examples: ExampleCheck = "error",
): Promise<Shown[]> {
  return (await check(files, examples, { strict: true })).map((finding) =>
    show(finding, files[finding.file] ?? ""),
  );
}

export function show(finding: Diagnostic, source: string): Shown {
  const { code, file, range, pointer, message, hint, severity, excerpt } = finding;
  expect(severity).toBe("error");
  expect(message.length).toBeGreaterThan(10);
  expect(message).not.toMatch(/\.$/);
  expect(hint.length).toBeGreaterThan(10);
  const [line = "", carets = "", ...rest] = excerpt.split("\n");
  expect(rest).toEqual([]);
  const gutter = `${range.line} | `;
  expect(line).toBe(gutter + (source.split("\n")[range.line - 1] ?? "").replaceAll("\t", " "));
  expect(carets).toMatch(new RegExp(`^ {${gutter.length - 2}}\\| {${range.column}}\\^+$`));
  const marked = line.slice(gutter.length + range.column - 1, carets.length);
  return { code, at: `${file}:${range.line}:${range.column}`, pointer, marked };
}

/** Removes the common indentation of the lines, and keeps backslashes. */
export function text(parts: TemplateStringsArray, ...holes: readonly string[]): string {
  const whole = String.raw(parts, ...holes)
    .replace(/^\n/, "")
    .replace(/\n *$/, "\n");
  const indents = whole.match(/^ *(?=\S)/gm) ?? [""];
  const shared = Math.min(...indents.map((indent) => indent.length));
  return whole.replace(new RegExp(`^ {${shared}}`, "gm"), "");
}
