import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ErrorObject } from "ajv";
import { packageRoot } from "../package-root.js";

/**
 * Small functions that stand in generated validators as text and check contracts as code: one source for
 * both, in `templates/snippets/`.
 */
export interface Snippets {
  isDateTime(text: string): boolean;
  compareInstants(a: string, b: string): number;
  isNotLater(a: string, b: string): boolean;
  describeError(error: ErrorObject): string;
  holdsTwice(items: readonly unknown[]): boolean;
  isMultiple(value: number, step: number): boolean;
}

const folder = join(packageRoot, "templates", "snippets");

export const snippets: Snippets = {
  ...(await load<Pick<Snippets, "isDateTime">>("date-time")),
  ...(await load<Pick<Snippets, "compareInstants" | "isNotLater">>("instant")),
  ...(await load<Pick<Snippets, "describeError">>("describe-error")),
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

export type SnippetName =
  | "code-point-length"
  | "date-time"
  | "describe-error"
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
