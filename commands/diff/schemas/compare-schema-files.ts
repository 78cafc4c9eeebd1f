import type { Document } from "../../../reader/documents/document.js";
import { RunValidators } from "../../../reader/validation/run-validator.js";
import type { CompareOptions } from "../comparison.js";
import type { Change } from "../finding.js";
import { Decider } from "../inclusion/decider.js";
import { placeIn } from "../place-in.js";
import type { Versions } from "../version.js";
import { inexactDifferences } from "./inexact-difference.js";
import { type ComparedSchema, type SchemaSide, schemaChanges } from "./schema-changes.js";
import { type SchemaFiles, schemaFilesOf } from "./schema-files.js";
import { usedSchemas } from "./used-schemas.js";
import { wordsOf } from "./words.js";

/**
 * Compares schema files of the same name, except for those that an API or its events use. Throws `SchemaError` if a schema is
 * unusable.
 */
export function compareSchemaFiles(
  versions: Versions,
  options: CompareOptions & { readonly unchanged: ReadonlySet<Document> },
): { readonly changes: readonly Change[]; readonly compared: number } {
  const old = schemaFilesOf(versions.old);
  const current = schemaFilesOf(versions.new);
  const changes: Change[] = [];
  const pairs: ComparedSchema[] = [];
  const used = { old: usedSchemas(versions.old), new: usedSchemas(versions.new) };
  let compared = 0;
  for (const [name, document] of old.schemas) {
    const subject = name === "" ? document.file : name;
    const counterpart = current.schemas.get(name);
    if (counterpart === undefined) {
      changes.push(removed(document, subject));
      continue;
    }
    compared++;
    const isUsed = used.old.has(document) && used.new.has(counterpart);
    if (!options.unchanged.has(document) && !isUsed)
      pairs.push({
        subject,
        old: sideOf(old, { document, other: current }),
        new: sideOf(current, { document: counterpart, other: old }),
      });
  }
  const shared = { validators: new RunValidators(), confirmed: new Set<string>() };
  const inexactIn = inexactDifferences(versions);
  for (const pair of pairs) {
    changes.push(...inexactChanges(pair, inexactIn, options.mode));
    const decider = new Decider([pair.old.definition.node, pair.new.definition.node], options);
    for (const kind of kinds[options.mode])
      changes.push(...schemaChanges(pair, { kind, affects: "anyone", exchange: "any", decider, ...shared }));
  }
  for (const [name, document] of current.schemas)
    if (!old.schemas.has(name)) changes.push(added(document, name));
  return { changes, compared };
}

/** What isn't decided, in each direction that matters, since schemas are compared by doubles. */
function inexactChanges(
  { subject, old, new: current }: ComparedSchema,
  inexactIn: ReturnType<typeof inexactDifferences>,
  mode: CompareOptions["mode"],
): Change[] {
  const places = {
    old: { document: old.document, tokens: [] },
    new: { document: current.document, tokens: [] },
  };
  const reason = inexactIn(places);
  if (reason === undefined) return [];
  return kinds[mode].map((kind): Change => {
    const { undecided, doubt } = wordsOf({ kind, exchange: "any" });
    return {
      code: undecided,
      change: "changed",
      breaks: "wire",
      effects: { anyone: "undecided" },
      old: placeIn(old.document, []),
      new: placeIn(current.document, []),
      subjects: [subject],
      message: `${doubt}: ${reason}`,
    };
  });
}

const kinds = {
  backward: ["narrowed"],
  forward: ["widened"],
  full: ["narrowed", "widened"],
} as const;

function sideOf(
  files: SchemaFiles,
  { document, other }: { readonly document: Document; readonly other: SchemaFiles },
): SchemaSide {
  return {
    document,
    definition: files.define(document),
    documentOf: (uri) => files.documentOf(uri),
    counterpartOf: (theirs) => {
      const name = [...other.schemas].find(([, each]) => each === theirs)?.[0];
      return files.schemas.get(name ?? "") ?? document;
    },
  };
}

function removed(document: Document, subject: string): Change {
  return {
    code: "schema-removed",
    change: "removed",
    breaks: "wire",
    effects: { anyone: "breaking" },
    old: placeIn(document, []),
    subjects: [subject],
    message: "the schema was removed",
  };
}

function added(document: Document, subject: string): Change {
  return {
    code: "schema-added",
    change: "added",
    breaks: "wire",
    effects: {},
    new: placeIn(document, []),
    subjects: [subject],
    message: "the schema is new",
  };
}
