import { type Counterexample, diagnose, type ExpectedError } from "./contracts.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Document } from "./document.js";
import type { InputFile } from "./input.js";
import { isSchemaObject } from "./schema-walk.js";

interface ReadFile {
  readonly input: InputFile;
  readonly document: Document;
}

/**
 * Pairs each `counterexamples/<subject>/<case>.json` with its entry in `counterexamples/<subject>/expected.yaml`.
 * A case without an entry, or an entry without a case, is reported.
 */
export function readExpectations(files: readonly ReadFile[]): {
  counterexamples: Counterexample[];
  problems: Diagnostic[];
} {
  const counterexamples: Counterexample[] = [];
  const problems: Diagnostic[] = [];
  const isTable = ({ input }: ReadFile): boolean => /(^|\/)expected\.ya?ml$/.test(input.name);
  const tables = new Map(files.filter(isTable).map(({ input, document }) => [topFolder(input), document]));
  const used = new Map<Document, Set<string>>();
  for (const { input, document } of files.filter((file) => !isTable(file))) {
    const subject = topFolder(input);
    const name = (input.name.split("/").at(-1) ?? "").replace(/\.(json|ya?ml)$/, "");
    const table = tables.get(subject);
    const expected = (table?.value as Record<string, unknown> | null | undefined)?.[name];
    if (table === undefined || !isExpectation(expected)) {
      const message = `the counterexample \`${name}\` has no expected errors`;
      problems.push(
        diagnose(document, [], {
          code: "example-orphan",
          message,
          hint: `Add \`${name}\` to counterexamples/${subject}/expected.yaml.`,
        }),
      );
      continue;
    }
    used.set(table, (used.get(table) ?? new Set()).add(name));
    counterexamples.push({
      subject,
      name,
      document,
      expected,
      expectation: { document: table, tokens: [name] },
    });
  }
  for (const table of tables.values()) {
    for (const name of Object.keys((table.value ?? {}) as object)) {
      if (used.get(table)?.has(name)) continue;
      const message = `there is no counterexample \`${name}\` in this folder`;
      problems.push(
        diagnose(table, [name], {
          code: "example-orphan",
          message,
          hint: `Add ${name}.json, or remove the entry.`,
          target: "key",
        }),
      );
    }
  }
  return { counterexamples, problems };
}

function isExpectation(value: unknown): value is readonly ExpectedError[] {
  return Array.isArray(value) && value.length > 0 && value.every(isSchemaObject);
}

function topFolder(input: InputFile): string {
  return input.name.split("/")[0] ?? "";
}
