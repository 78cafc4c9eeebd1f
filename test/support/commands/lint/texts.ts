import { toPointer } from "@oipkit/runtime/json-pointer";
import { type LintResult, lintContracts, runRules } from "../../../../commands/lint/lint.js";
import {
  createSeverities,
  type LintSettings,
  recommendedSettings,
} from "../../../../commands/lint/settings.js";
import type { Contracts } from "../../../../reader/documents/contracts.js";
import { loadContracts } from "../../../../reader/documents/load.js";

/** Contracts in memory, by file name. */
export type Texts = Readonly<Record<string, string>>;

/** Reads texts as files of the folder `/contracts`. */
export function loadTexts(texts: Texts): Promise<Contracts> {
  const inputs = Object.entries(texts).map(([name, text]) => {
    const path = `/contracts/${name}`;
    return { path, file: name, text, role: "contract", name } as const;
  });
  return loadContracts(inputs, "/contracts");
}

/** The findings of one of oipkit's own rules, as `file pointer: message`. */
export async function foundBy(
  rule: string,
  texts: Texts,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  const rules = new Map([[rule, { severity: "warning", options }]] as const);
  const settings: LintSettings = { ...recommendedSettings, rules };
  return runRules(await loadTexts(texts), settings, createSeverities(settings))
    .filter(({ code }) => code === rule)
    .map(({ document, tokens, message }) => `${document.file} ${toPointer(tokens)}: ${message}`);
}

/** Runs all rules with the recommended severities, or those of changed settings. */
export async function lintTexts(texts: Texts, changes: Partial<LintSettings> = {}): Promise<LintResult> {
  return lintContracts(await loadTexts(texts), { ...recommendedSettings, ...changes });
}

/** The findings as `line:column code`. */
export function findingPlaces({ findings }: LintResult): string[] {
  return findings.map(({ finding: { line, column, code } }) => `${line}:${column} ${code}`);
}

/** An OpenAPI document with one `GET /things`, which sends `sent` and answers with `answered`: schemas in flow style. */
export function api({ sent = "{}", answered = "{}" }: { sent?: string; answered?: string }): string {
  return `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    post:
      operationId: addThing
      requestBody: { content: { application/json: { schema: ${sent} } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: ${answered} } } }
`;
}
