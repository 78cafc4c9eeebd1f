import type { Document } from "../../../reader/documents/document.js";
import type { Definition } from "../../../reader/validation/nodes/node.js";
import { RunValidators } from "../../../reader/validation/run-validator.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import { type CompareOptions, type ContractChange, type Party, placeIn } from "../comparison.js";
import { Decider } from "../inclusion/decide.js";
import { canonical } from "../inclusion/goal/canonical.js";
import type { PartFlow } from "../part.js";
import type { Sameness } from "../same/sameness.js";
import { type SchemaChangeOptions, type SchemaSide, schemaChanges } from "../schemas/schema-changes.js";
import { documentName, type Version, type Versions } from "../version.js";
import { textChanges } from "../wire/text-changes.js";
import { commonForm, sentName, type WireForm, wireForm } from "../wire/wire-form.js";
import type { SchemaPair } from "./compare-parts.js";
import type { MemberNotes, SchemaUse } from "./member-notes.js";
import { noteChange } from "./note-changes.js";
import { type SchemaLookups, schemaLookups } from "./schema-lookup.js";

interface Decidable {
  readonly pair: SchemaPair;
  readonly old: Definition;
  readonly new: Definition;
}

/** In which direction a schema must be included for a party whose programs are those of the old version. */
const kindsByFlow: Readonly<Record<PartFlow, Readonly<Record<Party, "narrowed" | "widened">>>> = {
  "to-provider": { consumer: "narrowed", provider: "widened" },
  "to-consumer": { consumer: "widened", provider: "narrowed" },
};

/** Compares the schemas of parts by what is sent, in the directions that matter to those whose programs must keep working. */
export function decideSchemas(
  pairs: readonly SchemaPair[],
  versions: Versions,
  {
    notes,
    sameness,
    ...options
  }: CompareOptions & { readonly notes: MemberNotes; readonly sameness: Sameness },
): ContractChange[] {
  if (pairs.length === 0) return [];
  const lookups = schemaLookups(versions, { openObjects: options.openObjects, sameness });
  const decidable: Decidable[] = [];
  const changes: ContractChange[] = [];
  for (const pair of pairs) {
    const old = lookups.old(pair.old.schema, pair.flow);
    const current = lookups.new(pair.new.schema, pair.flow);
    if (old instanceof SchemaError && current instanceof SchemaError && isSame(pair)) continue;
    if (old instanceof SchemaError) changes.push(unusable(pair, old));
    else if (current instanceof SchemaError) changes.push(unusable(pair, current));
    else decidable.push({ pair, old, new: current });
  }
  const roots = decidable.flatMap(({ old, new: current }) => [
    old.node,
    current.node,
    lookups.sentNode(old),
    lookups.sentNode(current),
  ]);
  const decider = new Decider(
    roots.filter((node) => node !== undefined),
    options,
  );
  const shared = { decider, validators: new RunValidators(), confirmed: new Set<string>() };
  for (const { pair, old, new: current } of decidable) {
    for (const note of notes.of({ old: pair.old.schema, new: pair.new.schema }, schemaUse(pair))) {
      const change = noteChange(note, pair);
      if (change !== undefined) changes.push(pair.exchange === "any" ? unused(change) : change);
    }
    if (decider.areAlike(old.node, current.node)) continue;
    if (lookups.sentNode(old) === undefined || lookups.sentNode(current) === undefined) {
      changes.push(undecided(pair, "its schemas combine in too many ways"));
      continue;
    }
    const sides = {
      old: toSide({ version: versions.old, other: versions.new, lookups }, old, pair.old.schema),
      new: toSide({ version: versions.new, other: versions.old, lookups }, current, pair.new.schema),
    };
    const compared = { subject: pair.subject, titles: pair.titles, ...sides };
    const form = textForm(pair);
    const find = (asked: Pick<SchemaChangeOptions, "kind" | "affects" | "exchange">): ContractChange[] => {
      if (form === undefined) return schemaChanges(compared, { ...asked, ...shared });
      const { validators } = shared;
      const texts = { ...compared, form, name: sentName(pair.new), required: requiredSides(pair) };
      return textChanges(texts, { ...asked, validators, sentNode: lookups.sentNode, budget: options });
    };
    if (pair.exchange === "any") {
      for (const kind of ["narrowed", "widened"] as const)
        changes.push(...find({ kind, affects: "anyone", exchange: "any" }).map(unused));
      continue;
    }
    for (const party of options.look ?? options.keep)
      changes.push(...find({ kind: kindsByFlow[pair.flow][party], affects: party, exchange: pair.exchange }));
  }
  return changes;
}

/** How values are sent, if it isn't as JSON. What is written in two ways is compared as JSON: that is a finding by itself. */
function textForm({ old, new: current }: SchemaPair): WireForm | undefined {
  const form = commonForm(wireForm(old), wireForm(current));
  if (form?.kind === "json") return undefined;
  return form;
}

function requiredSides({ old, new: current }: SchemaPair): { readonly old: boolean; readonly new: boolean } {
  const isRequired = ({ facts }: SchemaPair["old"]): boolean => facts?.required?.value === true;
  return { old: isRequired(old), new: isRequired(current) };
}

function schemaUse({ exchange, flow, new: part }: SchemaPair): SchemaUse {
  const isBody = part.kind.endsWith("-media-type");
  let mediaType = isBody ? part.key : undefined;
  if (["parameter", "header", "part-header"].includes(part.kind)) mediaType = "";
  return { flow: exchange === "any" ? "any" : flow, mediaType };
}

interface SideVersion {
  readonly version: Version;
  readonly other: Version;
  readonly lookups: SchemaLookups;
}

function toSide(
  { version, other, lookups }: SideVersion,
  definition: Definition,
  { document, tokens }: SchemaPair["old"]["schema"],
): SchemaSide {
  return {
    definition,
    sent: lookups.sentNode(definition),
    document,
    tokens,
    findDocument: (name) => documentNamed(version, name),
    findCounterpart: (theirs) => documentNamed(version, documentName(other.contracts, theirs)) ?? document,
  };
}

function documentNamed(version: Version, name: string): Document | undefined {
  return [...version.contracts.documents.values()].find(
    (each) => documentName(version.contracts, each) === name,
  );
}

/** What can't be interpreted, but is the same, hasn't changed. */
function isSame(pair: SchemaPair): boolean {
  return canonical(pair.old.schema.value) === canonical(pair.new.schema.value);
}

/** A change of a schema that nothing refers to: whether programs send it, or receive it, isn't known. */
function unused({ effects, remedy: _, ...change }: ContractChange): ContractChange {
  const [effect] = Object.values(effects);
  if (effect === undefined) return { ...change, effects };
  return {
    ...change,
    effects: { anyone: effect === "breaking" ? "risky" : effect },
    remedy: "Refer to the schema where it is sent, so that it is known whose programs break",
  };
}

function unusable(pair: SchemaPair, error: SchemaError): ContractChange {
  return undecided(pair, `the schema can't be interpreted: ${error.message}`);
}

function undecided(pair: SchemaPair, message: string): ContractChange {
  return {
    code: pair.flow === "to-provider" ? "schema-narrowing-undecided" : "schema-widening-undecided",
    change: "changed",
    breaks: "wire",
    effects: { consumer: "undecided", provider: "undecided" },
    old: placeIn(pair.old.schema.document, pair.old.schema.tokens),
    new: placeIn(pair.new.schema.document, pair.new.schema.tokens),
    subjects: [pair.subject],
    titles: [pair.titles],
    message,
  };
}
