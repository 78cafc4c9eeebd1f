import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Document } from "../generator/read/document.js";
import type { Definition } from "../generator/validation/nodes/node.js";
import { runValidator } from "../generator/validation/run-validator.js";
import type { Comparison, Finding, Place } from "./finding.js";
import { decideInclusion } from "./inclusion/decide.js";
import { merged } from "./merge-findings.js";
import type { SchemaSet } from "./schema-set.js";

/** Which direction is compared: whether new schemas accept old documents, old schemas new documents, or both. */
export type Mode = "backward" | "forward" | "full";

/** How to compare. */
export interface CompareOptions {
  readonly mode: Mode;
  /** Milliseconds for each pair of schemas and each direction. */
  readonly time: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** Two versions of schemas. */
export interface Versions {
  readonly old: SchemaSet;
  readonly new: SchemaSet;
}

/** One schema in both versions. */
interface SchemaPair {
  readonly name: string;
  readonly old: Side;
  readonly new: Side;
}

interface Side {
  readonly set: SchemaSet;
  readonly document: Document;
  readonly definition: Definition;
}

/** Compares schemas of the same name; of two single files, these. Throws `SchemaError` if a schema is unusable. */
export function compareSchemas(versions: Versions, options: CompareOptions): Comparison {
  const { old, new: current } = versions;
  const byName = old.isFolder || current.isFolder;
  const found: Finding[] = [];
  let compared = 0;
  const [only] = current.schemas.values();
  for (const [name, document] of old.schemas) {
    const counterpart = byName ? current.schemas.get(name) : only;
    if (counterpart === undefined) {
      found.push(removed(name, document));
      continue;
    }
    compared++;
    const pair: SchemaPair = {
      name,
      old: { set: old, document, definition: old.define(document) },
      new: { set: current, document: counterpart, definition: current.define(counterpart) },
    };
    if (options.mode !== "forward") found.push(...changes(pair, "narrow", options));
    if (options.mode !== "backward") found.push(...changes(pair, "widen", options));
  }
  const findings = merged(found);
  const added = byName ? [...current.schemas.keys()].filter((name) => !old.schemas.has(name)).length : 0;
  const warnings = findings.filter(({ level }) => level === "warning").length;
  return { findings, summary: { compared, added, findings: findings.length, warnings } };
}

function removed(name: string, document: Document): Finding {
  return {
    code: "schema-removed",
    level: "error",
    verdict: "removed",
    old: placeIn(document, []),
    schemas: [name],
    message: "the schema was removed",
  };
}

/** Changes of one schema that are looked for in one direction. Guessed: more are rarely read. */
const mostWitnesses = 50;

/** What one version accepts and the other refuses, a finding for each place that refuses. */
function changes(pair: SchemaPair, kind: "narrow" | "widen", { time, now }: CompareOptions): Finding[] {
  const [accepting, refusing] = kind === "narrow" ? [pair.old, pair.new] : [pair.new, pair.old];
  const verdict = decideInclusion(
    { of: accepting.definition, in: refusing.definition },
    { time, now, witnesses: mostWitnesses },
  );
  const schemas = [pair.name];
  switch (verdict.kind) {
    case "included":
      return [];
    case "undecided":
      return [
        {
          code: kind === "narrow" ? "schema-narrowing-undecided" : "schema-widening-undecided",
          level: "warning",
          verdict: "undecided",
          old: placeIn(pair.old.document, []),
          new: placeIn(pair.new.document, []),
          schemas,
          message: `${kind === "narrow" ? "it isn't decided whether every document that was valid still is" : "it isn't decided whether every document that is valid now was valid before"}: ${verdict.reason}`,
        },
      ];
    case "not-included": {
      const validator = runValidator(refusing.definition);
      const reported = new Set<string>();
      const witnesses = verdict.witnesses
        .map((document) => ({ document, violations: validator.check(document) }))
        .sort((a, b) => a.violations.length - b.violations.length);
      return witnesses.map(({ document, violations }) => {
        // A witness that breaks several keywords stands for one that no other witness breaks.
        const violation = violations.find((each) => !reported.has(each.schemaPointer)) ?? violations[0];
        reported.add(violation?.schemaPointer ?? "");
        const [uri = "", pointer = ""] = (violation?.schemaPointer ?? "").split("#", 2);
        const tokens = fromPointer(pointer);
        const where = refusing.set.documentOf(uri) ?? refusing.document;
        const places = {
          refusing: placeIn(where, tokens),
          accepting: placeIn(counterpartOf(where, { refusing, accepting }), tokens),
        };
        const message = violation?.message ?? "the document is invalid";
        return {
          code: kind === "narrow" ? "schema-narrowed" : "schema-widened",
          level: "error",
          verdict: "refuted",
          old: kind === "narrow" ? places.accepting : places.refusing,
          new: kind === "narrow" ? places.refusing : places.accepting,
          schemas,
          message: `${kind === "narrow" ? "a document that was valid is now invalid" : "a document that was invalid is now valid; the old schema says"}: ${message}`,
          witness: { document },
        } as const;
      });
    }
  }
}

/** The document of the accepting version at the same path; the schema itself if there is none. */
function counterpartOf(
  document: Document,
  { refusing, accepting }: { readonly refusing: Side; readonly accepting: Side },
): Document {
  if (document === refusing.document) return accepting.document;
  const name = [...refusing.set.schemas].find(([, each]) => each === document)?.[0];
  return accepting.set.schemas.get(name ?? "") ?? accepting.document;
}

/** The place of a pointer, or of its nearest parent that exists. */
function placeIn(document: Document, tokens: readonly string[]): Place {
  let length = tokens.length;
  while (length > 0 && valueAt(document.value, tokens.slice(0, length)) === undefined) length--;
  const existing = tokens.slice(0, length);
  const { line, column } = document.locate(existing, "key");
  return { file: document.file, line, column, pointer: toPointer(existing) };
}
