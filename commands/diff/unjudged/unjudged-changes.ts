import type { Document } from "../../../reader/documents/document.js";
import { methods } from "../../../reader/documents/openapi/path-items.js";
import { parseText } from "../../../reader/documents/parse-text.js";
import { type Place, placeAt } from "../../../reader/documents/place.js";
import { recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { type ContractChange, placeIn } from "../comparison.js";
import { sentMethod } from "../openapi/api.js";
import type { SchemaPair } from "../parts/compare-parts.js";
import type { MemberNotes } from "../parts/member-notes.js";
import { stabilityExtension } from "../policy/policy.js";
import type { Sameness } from "../same/sameness.js";
import { changeText, stabilityJudgement, sunsetJudgement } from "../shared-rules.js";
import { pairDocuments, type Versions } from "../version.js";
import { addressJudgement } from "./address-changes.js";
import type { Unjudged } from "./differing-fields.js";
import { operationChanges } from "./event-operations.js";
import { keywordJudgement } from "./keyword-changes.js";
import { repairChanges } from "./repair-changes.js";
import { UnjudgedFields } from "./unjudged.js";
import { isComparable, type UnusedComponent } from "./unused-components.js";

/** What differs between two versions of contracts without being compared. `changes` are those that were found: what they are about isn't said twice. */
export function unjudgedChanges(
  versions: Versions,
  {
    unchanged,
    changes,
    notes,
    sameness,
    whole,
    unused,
    decide,
  }: {
    readonly unchanged: ReadonlySet<Document>;
    readonly changes: readonly ContractChange[];
    /** What was noted of schemas, all read by now. */
    readonly notes: MemberNotes;
    readonly sameness: Sameness;
    /** With what is the same in both. */
    readonly whole: Versions;
    readonly unused: readonly UnusedComponent[];
    /** Compares schemas that are found here. */
    readonly decide: (pairs: readonly SchemaPair[]) => readonly ContractChange[];
  },
): ContractChange[] {
  const fields = new UnjudgedFields(versions, notes, sameness);
  const told = new Set(
    changes.flatMap(({ old, new: current }) => [old, current].map((place) => place && key(place))),
  );
  const found = (["openapi", "asyncapi", "schema"] as const)
    .flatMap((format) =>
      pairDocuments(versions, format === "schema" ? "schemas" : format).pairs.map((pair) => ({
        pair,
        format,
      })),
    )
    .filter(({ pair }) => !unchanged.has(pair.old))
    .flatMap(({ pair, format }) => {
      const roots = { old: placeAt(pair.old, []), new: placeAt(pair.new, []) };
      return [
        // Where one version lacks a field, its nearest place is that of the object around it, of which others may say something.
        ...fields
          .of(roots, format)
          .filter((field) => !isTold(field))
          .flatMap((field) => scopeChanges(field) ?? [fieldChange(field)]),
        ...(format === "asyncapi" ? operationChanges(roots, versions) : []),
        ...(format === "schema" ? idChanges(roots) : []),
      ];
    });
  const others = unused.filter((component) => !isComparable(component, versions)).map(unusedChange);
  const contents = decide(fields.contents.flatMap(contentPairs));
  return [...found, ...contents, ...others, ...repairChanges(whole).filter(isNews)];

  /** Whether nothing is told of the place where something can't be read. */
  function isNews({ old, new: current }: ContractChange): boolean {
    return [old, current].every((place) => place === undefined || !told.has(key(place)));
  }

  function isTold({ old, new: current }: Unjudged): boolean {
    return [old, current].some(
      (place) => place.value !== undefined && told.has(key(placeIn(place.document, place.tokens))),
    );
  }
}

/** The `$id` of a schema file, which isn't kept when its references have been resolved. */
function idChanges({ old, new: current }: { readonly old: Place; readonly new: Place }): ContractChange[] {
  const [before, after] = [old, current].map(
    ({ document: { path, text, fileText } }) => recordOrEmpty(parseText(path, fileText ?? text).value).$id,
  );
  if (before === after) return [];
  return [
    {
      code: "schema-id-changed",
      change: "changed",
      breaks: "wire",
      effects: {},
      ...places(old, current),
      subjects: [subject(current)],
      message: `${changeText("`$id`", { old: before, new: after })}; references in these contracts are followed, those from elsewhere may not find it`,
    },
  ];
}

/** The content of a text in each direction in which it is sent. */
function contentPairs({ old, new: current, uses }: UnjudgedFields["contents"][number]): SchemaPair[] {
  const flows = new Set(uses.map(({ flow }) => flow));
  return [...(flows.size === 0 ? (["any"] as const) : flows)].map((flow): SchemaPair => {
    const sent = flow === "any" ? "to-consumer" : flow;
    const part = { kind: "content", key: "", title: "content", flow: sent } as const;
    let exchange: SchemaPair["exchange"] = sent === "to-provider" ? "request" : "response";
    if (flow === "any") exchange = "any";
    return {
      subject: subject(current),
      titles: [subject(current)],
      flow: sent,
      exchange,
      old: { ...part, at: old, schema: old },
      new: { ...part, at: current, schema: current },
    };
  });
}

function key({ file, pointer }: { readonly file: string; readonly pointer: string }): string {
  return `${file}#${pointer}`;
}

function fieldChange(field: Unjudged): ContractChange {
  const { name, old, new: current, uses } = field;
  const text = changeText(`\`${name}\``, { old: old.value, new: current.value });
  const shared = {
    change: "changed",
    breaks: "wire",
    ...places(old, current),
    subjects: [subject(current)],
  } as const;
  const section = current.tokens.at(-2) ?? "";
  if (section === "properties" && (old.value === undefined || current.value === undefined)) {
    const isNew = old.value === undefined;
    return {
      ...shared,
      code: isNew ? "property-added" : "property-removed",
      change: isNew ? "added" : "removed",
      effects: {},
      message: `the property \`${name}\` ${isNew ? "is new" : "was removed"}`,
    };
  }
  if (section === "$defs" || section === "definitions")
    return {
      ...shared,
      code: "not-compared",
      effects: { anyone: "undecided", consumer: "undecided" },
      message: `\`${name}\` has changed; nothing refers to it, so it isn't compared`,
    };
  const values = { old: old.value, new: current.value };
  const judged = uses === undefined ? addressJudgement(field) : keywordJudgement(field, uses);
  if (judged !== undefined) return { ...shared, ...judged };
  if (name === "x-sunset") return { ...shared, ...sunsetJudgement(values) };
  if (name === stabilityExtension) return { ...shared, ...stabilityJudgement(values) };
  if (name.startsWith("x-"))
    return {
      ...shared,
      code: "extension-changed",
      effects: {},
      message: text,
      facts: { extension: name },
    };
  return {
    ...shared,
    code: "not-compared",
    effects: { consumer: "undecided", provider: "undecided" },
    message: `${text}; what this means for programs isn't compared`,
  };
}

/** The scopes that a flow of OAuth no longer offers, and those that it offers now; `undefined` if it isn't about them. */
function scopeChanges({ name, old, new: current }: Unjudged): ContractChange[] | undefined {
  if (!["scopes", "availableScopes"].includes(name) || current.tokens.at(-3) !== "flows") return undefined;
  const [before, after] = [recordOrEmpty(old.value), recordOrEmpty(current.value)];
  const shared = { breaks: "wire", ...places(old, current), subjects: [subject(current)] } as const;
  const [gone, come] = [namesMissing(before, after), namesMissing(after, before)];
  const changes: ContractChange[] = [];
  if (gone.length > 0)
    changes.push({
      ...shared,
      code: "scope-removed",
      change: "removed",
      effects: { consumer: "risky" },
      message: `${gone.join(", ")} can no longer be asked for: programs that do so may be refused`,
      remedy: "Keep the scope until nobody asks for it",
    });
  if (come.length > 0)
    changes.push({
      ...shared,
      code: "scope-added",
      change: "added",
      effects: {},
      message: `${come.join(", ")} can be asked for now`,
    });
  return changes;
}

function namesMissing(from: object, inside: object): string[] {
  return Object.keys(from)
    .filter((name) => !Object.hasOwn(inside, name))
    .map((name) => `\`${name}\``);
}

function unusedChange({ name, isAlternative, old, new: current }: UnusedComponent): ContractChange {
  const about = current ?? old;
  const shared = {
    breaks: "wire",
    ...(old && { old: placeIn(old.document, old.tokens) }),
    ...(current && { new: placeIn(current.document, current.tokens) }),
    subjects: about === undefined ? [] : [subject(about)],
  } as const;
  const reason = isAlternative
    ? "it is sent where a discriminator stands for it, and that isn't compared"
    : "nothing that is sent uses it, so it isn't compared";
  const notCompared = {
    code: "not-compared",
    effects: { consumer: "undecided", provider: "undecided" },
  } as const;
  if (old !== undefined && current !== undefined)
    return { ...shared, ...notCompared, change: "changed", message: `\`${name}\` has changed; ${reason}` };
  const change = old === undefined ? "added" : "removed";
  const judged = isAlternative ? notCompared : ({ code: `component-${change}`, effects: {} } as const);
  const message = `\`${name}\` ${change === "added" ? "is new" : "was removed"}; ${reason}`;
  return { ...shared, ...judged, change, message };
}

function places(old: Place, current: Place): Pick<ContractChange, "old" | "new"> {
  return { old: placeIn(old.document, old.tokens), new: placeIn(current.document, current.tokens) };
}

/** The operation, component or file that a place is in. */
function subject({ document, tokens }: Place): string {
  const [section = "", name = "", member = ""] = tokens;
  if (section === "paths" && (member === "query" || methods.includes(member)))
    return `${sentMethod(member)} ${name}`;
  if (section === "components" && member !== "") return `\`${member}\``;
  if (
    name !== "" &&
    ["paths", "webhooks", "x-webhooks", "channels", "operations", "servers"].includes(section)
  )
    return `\`${name}\``;
  return document.file;
}
