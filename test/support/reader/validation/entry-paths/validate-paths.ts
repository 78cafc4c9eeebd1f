import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../../cli/run-command.js";
import type { EntryPath } from "./entry-path.js";
import type { PathContext } from "./path-context.js";

/** `oipkit validate`, with generated validators and with a schema file. */
export function validatePaths({ project, subjectId }: PathContext): EntryPath[] {
  let number = 0;
  const path = (name: string, options: (schema: string) => readonly string[]): EntryPath => ({
    name: `validate ${name}`,
    async verdicts(schema, values) {
      if (values.length === 0) return [];
      const file = `values-${number++}.ndjson`;
      await writeFile(
        join(project.folder, file),
        `${values.map((value) => JSON.stringify(value)).join("\n")}\n`,
      );
      const args = [...options(schema), "--input", "ndjson", "--format", "ndjson", "--jobs", "1", file];
      const { exitCode, out, err } = await runCommand(project.folder, "validate", ...args);
      if (exitCode === 2) throw new Error(`validate: ${err}`);
      const findings = out
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as { readonly line?: number; readonly level?: string });
      const wrong = new Set(findings.flatMap(({ line, level }) => (level === "warning" ? [] : [line])));
      return values.map((_, index) => !wrong.has(index + 1));
    },
  });
  return [
    path("--validators, component", (schema) => ["--as", schema]),
    path("--validators, message", (schema) => ["--as", `${subjectId(schema)}Event`]),
    path("--schema", (schema) => ["--schema", `contracts/${subjectId(schema)}File.schema.json`]),
  ];
}
