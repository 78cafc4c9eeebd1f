import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic, DiagnosticCode } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";

const structural: readonly DiagnosticCode[] = ["openapi-invalid", "asyncapi-invalid", "schema-invalid"];

/**
 * Joins the findings about one wrong indentation: a key without a value, and the keys right after it, which would be
 * valid inside it. The other findings stay as they are.
 */
export function joinIndentation(contracts: Contracts, found: readonly Diagnostic[]): Diagnostic[] {
  const documents = new Map([...contracts.documents.values()].map((document) => [document.file, document]));
  const left = new Set(found);
  for (const finding of found) {
    const document = documents.get(finding.file);
    const slip = document && left.has(finding) ? slipAt(document, finding, left) : undefined;
    if (slip === undefined) continue;
    for (const one of slip.explained) left.delete(one);
    left.add(slip.finding);
  }
  return [...left];
}

interface Slip {
  readonly explained: readonly Diagnostic[];
  readonly finding: Diagnostic;
}

function slipAt(document: Document, start: Diagnostic, left: ReadonlySet<Diagnostic>): Slip | undefined {
  if (!structural.includes(start.code) || start.pointer === undefined) return undefined;
  const tokens = fromPointer(start.pointer);
  const name = tokens.at(-1);
  const parent = tokens.slice(0, -1);
  if (name === undefined || (valueAt(document.value, tokens) ?? null) !== null) return undefined;
  const { line } = document.locate(tokens, "key");
  const text = document.lines.line(line);
  const [entry = ""] = text.split(/\s#/, 1);
  if (!entry.trimEnd().endsWith(":") || !text.includes(name)) return undefined;
  const explained = [start];
  const names: string[] = [];
  const all = [...left];
  for (const sibling of keysAfter(document, parent, line)) {
    const about = all.filter((finding) => isAbout(finding, start, [...parent, sibling]));
    // A finding inside the first key is about that key alone.
    const isOwn = about.some(({ pointer }) => pointer === toPointer([...parent, sibling]));
    if (about.length === 0 || (names.length === 0 && !isOwn)) break;
    explained.push(...about);
    names.push(`\`${sibling}\``);
  }
  if (names.length === 0) return undefined;
  const keys = names.length === 1 ? `the key ${names[0]}` : `the keys ${names.join(", ")}`;
  const finding = diagnose(document, tokens, {
    code: start.code,
    message: `\`${name}\` has no value, and ${keys} after it can't be on the same level`,
    hint: `Probably a wrong indentation: indent ${keys} further, so that ${names.length === 1 ? "it is" : "they are"} inside \`${name}\`.`,
    target: "key",
  });
  return { explained, finding };
}

/** The keys of an object that come after a line, in the order of the text. */
function keysAfter(document: Document, parent: readonly string[], line: number): string[] {
  const value = valueAt(document.value, parent);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  return Object.keys(value)
    .map((key) => ({ key, line: document.locate([...parent, key], "key").line }))
    .filter((entry) => entry.line > line)
    .sort((a, b) => a.line - b.line)
    .map(({ key }) => key);
}

/** Whether a finding of the same kind is at the place or below it. */
function isAbout({ file, code, pointer }: Diagnostic, start: Diagnostic, place: readonly string[]): boolean {
  if (file !== start.file || code !== start.code || pointer === undefined) return false;
  const tokens = fromPointer(pointer);
  return place.every((token, index) => tokens[index] === token);
}
