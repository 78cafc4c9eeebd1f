import type { Document } from "../../../reader/documents/document.js";
import type { Definition } from "../../../reader/validation/nodes/node.js";
import { RunValidators } from "../../../reader/validation/run-validator.js";
import { SchemaError } from "../../../reader/validation/schema-error.js";
import type { CompareOptions } from "../comparison.js";
import type { Change, Party } from "../finding.js";
import { Decider } from "../inclusion/decider.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { MemberNotes } from "../members/member-notes.js";
import { noteChange } from "../members/note-changes.js";
import type { Flow } from "../part.js";
import { placeIn } from "../place-in.js";
import { inexactDifferences } from "../schemas/inexact-difference.js";
import { type SchemaSide, schemaChanges } from "../schemas/schema-changes.js";
import type { Version, Versions } from "../version.js";
import type { SchemaPair } from "./compare-parts.js";
import { type SchemaLookup, schemaLookup } from "./schema-lookup.js";

interface Decidable {
  readonly pair: SchemaPair;
  readonly old: Definition;
  readonly new: Definition;
}

/** In which direction a schema must be included for a party whose programs are those of the old version. */
const kindOf: Readonly<Record<Flow, Readonly<Record<Party, "narrowed" | "widened">>>> = {
  "to-provider": { consumer: "narrowed", provider: "widened" },
  "to-consumer": { consumer: "widened", provider: "narrowed" },
};

/** Compares the schemas of parts by what is sent, in the directions that matter to those whose programs must keep working. */
export function decideSchemas(
  pairs: readonly SchemaPair[],
  versions: Versions,
  options: CompareOptions,
): Change[] {
  const lookups = { old: schemaLookup(versions.old), new: schemaLookup(versions.new) };
  const decidable: Decidable[] = [];
  const changes: Change[] = [];
  for (const pair of pairs) {
    const old = lookups.old.of(pair.old.schema, pair.flow);
    const current = lookups.new.of(pair.new.schema, pair.flow);
    if (old instanceof SchemaError && current instanceof SchemaError && isSame(pair)) continue;
    if (old instanceof SchemaError) changes.push(unusable(pair, old));
    else if (current instanceof SchemaError) changes.push(unusable(pair, current));
    else decidable.push({ pair, old, new: current });
  }
  const roots = decidable.flatMap(({ old, new: current }) => [
    old.node,
    current.node,
    lookups.old.sentOf(old),
    lookups.new.sentOf(current),
  ]);
  const decider = new Decider(
    roots.filter((node) => node !== undefined),
    options,
  );
  const shared = { decider, validators: new RunValidators(), confirmed: new Set<string>() };
  const notes = new MemberNotes(versions);
  const inexactIn = inexactDifferences(versions);
  for (const { pair, old, new: current } of decidable) {
    for (const note of notes.of({ old: pair.old.schema, new: pair.new.schema })) {
      const change = noteChange(note, pair);
      if (change !== undefined) changes.push(change);
    }
    const inexact = inexactIn({ old: pair.old.schema, new: pair.new.schema });
    if (inexact !== undefined) changes.push(undecided(pair, inexact));
    if (decider.areAlike(old.node, current.node)) continue;
    if (lookups.old.sentOf(old) === undefined || lookups.new.sentOf(current) === undefined) {
      changes.push(undecided(pair, "its schemas combine in too many ways"));
      continue;
    }
    const sides = {
      old: sideOf({ version: versions.old, other: versions.new, lookup: lookups.old }, old, pair.old.schema),
      new: sideOf(
        { version: versions.new, other: versions.old, lookup: lookups.new },
        current,
        pair.new.schema,
      ),
    };
    for (const party of options.look ?? options.keep) {
      const compared = { subject: pair.subject, ...sides };
      const kind = kindOf[pair.flow][party];
      changes.push(
        ...schemaChanges(compared, {
          kind,
          affects: party,
          exchange: pair.exchange,
          ...shared,
          // That there is a compatible change is enough to know.
          ...(options.keep.has(party) ? {} : { most: 1 }),
        }),
      );
    }
  }
  return changes;
}

interface SideVersion {
  readonly version: Version;
  readonly other: Version;
  readonly lookup: SchemaLookup;
}

function sideOf(
  { version, other, lookup }: SideVersion,
  definition: Definition,
  { document, tokens }: SchemaPair["old"]["schema"],
): SchemaSide {
  return {
    definition,
    sent: lookup.sentOf(definition),
    document,
    tokens,
    documentOf: (name) => documentNamed(version, name),
    counterpartOf: (theirs) => documentNamed(version, nameOf(other, theirs)) ?? document,
  };
}

/** As `ContractNodes` names documents. */
function nameOf({ contracts }: Version, document: Document): string {
  return contracts.names.get(document.path) ?? document.file;
}

function documentNamed(version: Version, name: string): Document | undefined {
  return [...version.contracts.documents.values()].find((each) => nameOf(version, each) === name);
}

/** What can't be interpreted, but is the same, hasn't changed. */
function isSame(pair: SchemaPair): boolean {
  return canonical(pair.old.schema.value) === canonical(pair.new.schema.value);
}

function unusable(pair: SchemaPair, error: SchemaError): Change {
  return undecided(pair, `the schema can't be interpreted: ${error.message}`);
}

function undecided(pair: SchemaPair, message: string): Change {
  return {
    code: pair.flow === "to-provider" ? "schema-narrowing-undecided" : "schema-widening-undecided",
    change: "changed",
    breaks: "wire",
    effects: { consumer: "undecided", provider: "undecided" },
    old: placeIn(pair.old.schema.document, pair.old.schema.tokens),
    new: placeIn(pair.new.schema.document, pair.new.schema.tokens),
    subjects: [pair.subject],
    message,
  };
}
