import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../package-root.js";
import type { Violation } from "./violation.js";

/**
 * Small functions that stand in generated validators as text and check contracts as code: one source for
 * both, in `templates/snippets/`.
 */
export interface Snippets {
  isDateTime(text: string): boolean;
  compareInstants(a: string, b: string): number;
  isNotLater(a: string, b: string): boolean;
  toViolations(
    document: unknown,
    failures: readonly { readonly at: string; readonly site: number; readonly params?: object }[],
    sites: readonly (readonly unknown[])[],
  ): Violation[];
  holdsTwice(items: readonly unknown[]): boolean;
  isMultiple(value: number, step: number): boolean;
}

const folder = join(packageRoot, "templates", "snippets");

/** The snippets as functions, for validation in this process. */
export const snippets: Snippets = {
  ...(await load<Pick<Snippets, "isDateTime">>("date-time")),
  ...(await load<Pick<Snippets, "compareInstants" | "isNotLater">>("instant")),
  ...(await load<Pick<Snippets, "toViolations">>("violations")),
  ...(await load<Pick<Snippets, "holdsTwice">>("unique-items")),
  ...(await load<Pick<Snippets, "isMultiple">>("multiple-of")),
};

/** The text of a snippet, ready to stand in a module without imports. */
export function snippetSource(name: SnippetName): string {
  return readFileSync(join(folder, `${name}.js`), "utf8")
    .replace(/^import .*\n+/gm, "")
    .replace(/^\/\*\*[\s\S]*?\*\/\n/gm, "")
    .replace(/^export /gm, "")
    .trimEnd();
}

/** Name of a snippet file. */
export type SnippetName =
  | "code-point-length"
  | "date-time"
  | "equal"
  | "failures"
  | "instant"
  | "multiple-of"
  | "findings"
  | "unique-items"
  | "unknown-properties"
  | "violations";

async function load<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(join(folder, `${name}.js`)).href)) as T;
}
