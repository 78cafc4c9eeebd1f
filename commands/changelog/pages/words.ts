import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { ChangeFinding } from "../../diff/comparison.js";
import { canonical } from "../../diff/inclusion/goal/canonical.js";
import { toRecord } from "../../diff/part.js";
import { valuesBehind } from "../../diff/schemas/listed-values.js";
import { listed, shown } from "../../diff/shared-rules.js";
import { schemaPath, schemaStart } from "./subject.js";

/** What is said of a change. */
export interface Wording {
  /** Without a full stop. */
  readonly text: string;
  /** What readers can do: a sentence without a full stop. */
  readonly advice?: string;
  /** Whether the text says everything that an example would show. */
  readonly isComplete: boolean;
}

/** A schema in both versions, and the keyword that has changed in it. */
interface ChangedKeyword {
  readonly keyword: string;
  readonly old: Readonly<Record<string, unknown>>;
  readonly new: Readonly<Record<string, unknown>>;
  readonly documents: { readonly old: unknown; readonly new: unknown };
}

/** The values on the way to a place, the document first. */
export type Nodes = (place: NonNullable<ChangeFinding["old"]>) => readonly unknown[];

/** Reads both versions. */
export interface NodesOfBoth {
  readonly old: Nodes;
  readonly new: Nodes;
}

/** More are only counted. */
const mostValues = 30;

/** Who notices a schema that accepts less or more: readers by what they send or receive, readers who gain, or anyone. */
function direction({ code, affects }: ChangeFinding): "less" | "more" | "never-sent" | "may-send" | "any" {
  if (affects.includes("anyone")) return "any";
  const isNarrowed = code === "schema-narrowed";
  if (affects.length > 0) return isNarrowed ? "less" : "more";
  return isNarrowed ? "never-sent" : "may-send";
}

/** A change of a schema by the keyword that changed; `undefined` if the two versions don't say it so simply. */
export function keywordWording(finding: ChangeFinding, nodes: NodesOfBoth): Wording | undefined {
  const changed = changedKeyword(finding, nodes);
  if (changed === undefined) return undefined;
  const isNarrowed = finding.code === "schema-narrowed";
  const who = direction(finding);
  switch (changed.keyword) {
    case "enum":
    case "const":
    case "oneOf":
    case "anyOf":
      return enumWording(changed, { isNarrowed, who });
    case "required":
      return requiredWording(changed, { isNarrowed, who });
    case "type":
    case "nullable":
      return typeWording(changed, { isNarrowed, who });
    default:
      return otherWording(changed, who);
  }
}

type Who = ReturnType<typeof direction>;
interface Change {
  readonly isNarrowed: boolean;
  readonly who: Who;
}

function changedKeyword(
  { old, new: current }: ChangeFinding,
  nodes: NodesOfBoth,
): ChangedKeyword | undefined {
  if (old === undefined || current === undefined) return undefined;
  const [before, after] = [schemaAt(old, nodes.old), schemaAt(current, nodes.new)];
  const keyword = after?.keyword ?? before?.keyword ?? "";
  if (before === undefined || after === undefined) return undefined;
  const documents = { old: nodes.old(old)[0], new: nodes.new(current)[0] };
  return { keyword, old: before.schema, new: after.schema, documents };
}

function schemaAt(place: NonNullable<ChangeFinding["old"]>, nodes: Nodes) {
  const start = schemaStart(place);
  if (start === undefined) return undefined;
  const { owner, rest } = schemaPath(fromPointer(place.pointer), start);
  return { schema: toRecord(nodes(place)[owner.length]), keyword: rest[0] };
}

function enumWording({ old, new: current, documents }: ChangedKeyword, { isNarrowed, who }: Change) {
  const before = valuesBehind(documents.old, old);
  const after = valuesBehind(documents.new, current);
  if (before === undefined || after === undefined) return undefined;
  const values = isNarrowed ? without(before, after) : without(after, before);
  if (values.length === 0) return undefined;
  return valuesWording(values, { isNarrowed, who });
}

/** A change of what is listed, by the finding alone; `undefined` if it isn't one. */
export function listedWording(finding: ChangeFinding): Wording | undefined {
  const { code, facts } = finding;
  if (facts?.values === undefined) return undefined;
  return valuesWording(facts.values, { isNarrowed: code === "schema-narrowed", who: direction(finding) });
}

/** New values, or removed ones. */
export function valuesWording(values: readonly unknown[], { isNarrowed, who }: Change): Wording {
  const told = `${isNarrowed ? "" : "new "}value${values.length === 1 ? "" : "s"} ${some(values)}`;
  const it = values.length === 1 ? "it is" : "they are";
  switch (who) {
    case "less":
      return { text: `${told} removed: ${it} refused now`, advice: "Stop sending it", isComplete: true };
    case "more":
      return { text: told, advice: "Be ready for values that you don't know", isComplete: true };
    case "never-sent":
      return { text: `${told} removed: ${it} no longer sent`, isComplete: true };
    default:
      return { text: isNarrowed ? `${told} removed` : told, isComplete: true };
  }
}

function requiredWording(
  { old, new: current }: ChangedKeyword,
  { isNarrowed, who }: Change,
): Wording | undefined {
  const [before, after] = [textsIn(old.required), textsIn(current.required)];
  const names = isNarrowed ? without(after, before) : without(before, after);
  if (names.length === 0) return undefined;
  const subject = `${some(names)} ${names.length === 1 ? "is" : "are"}`;
  switch (who) {
    case "less":
      return { text: `${subject} required now`, advice: `Send ${some(names)}`, isComplete: true };
    case "more":
      return {
        text: `${some(names)} may be missing now`,
        advice: "Don't rely on it",
        isComplete: true,
      };
    case "never-sent":
      return areNew(names, { old, new: current })
        ? { text: "", isComplete: true }
        : { text: `${subject} always there now (required)`, isComplete: true };
    default:
      return { text: `${subject} ${isNarrowed ? "required" : "optional"} now`, isComplete: true };
  }
}

/** Whether all of these members are new: that is told, and that they are always there says nothing more. */
function areNew(
  names: readonly string[],
  { old, new: current }: Pick<ChangedKeyword, "old" | "new">,
): boolean {
  const [before, after] = [toRecord(old.properties), toRecord(current.properties)];
  return names.every((name) => !Object.hasOwn(before, name) && Object.hasOwn(after, name));
}

function typeWording(
  { old, new: current }: ChangedKeyword,
  { isNarrowed, who }: Change,
): Wording | undefined {
  const [before, after] = [types(old), types(current)];
  const gone = without(before, after);
  const come = without(after, before);
  if (gone.length === 0 && come.length === 0) return undefined;
  const advice = adviceFor(who);
  if (!isNarrowed && come.length === 1 && come[0] === "null" && gone.length === 0)
    return { text: "may be `null` now (nullable)", ...advice, isComplete: true };
  if (isNarrowed && gone.length === 1 && gone[0] === "null" && come.length === 0)
    return { text: "may no longer be `null`", ...advice, isComplete: true };
  if (before.length === 0) return { text: `the type is ${listed(after)} now`, ...advice, isComplete: true };
  if (after.length === 0)
    return { text: `the type isn't only ${listed(before)} now`, ...advice, isComplete: true };
  return {
    text: `the type is ${listed(after)} now, formerly ${listed(before)}`,
    ...advice,
    isComplete: true,
  };
}

function otherWording({ keyword, old, new: current }: ChangedKeyword, who: Who): Wording | undefined {
  const [before, after] = [old[keyword], current[keyword]];
  if (canonical(before) === canonical(after) || isStructure(before) || isStructure(after)) return undefined;
  const advice = adviceFor(who);
  const tail = {
    less: ": some of what you could send is refused",
    more: ": you may receive more than before",
  };
  const effect = who === "less" || who === "more" ? tail[who] : "";
  let text = `\`${keyword}\` is ${shown(after)} now, formerly ${shown(before)}`;
  if (before === undefined) text = `\`${keyword}\` is ${shown(after)} now`;
  if (after === undefined) text = `\`${keyword}\` ${shown(before)} is gone`;
  return { text: `${text}${effect}`, ...advice, isComplete: false };
}

function adviceFor(who: Who): { readonly advice?: string } {
  if (who === "less") return { advice: "Check what you send" };
  if (who === "more") return { advice: "Be ready for it" };
  return {};
}

function isStructure(value: unknown): boolean {
  return value !== null && typeof value === "object";
}

function types({ type, nullable }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const named = Array.isArray(type) ? (type as unknown[]) : [type].filter((each) => each !== undefined);
  return nullable === true && named.length > 0 ? [...named, "null"] : named;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function without<Value>(values: readonly Value[], others: readonly unknown[]): readonly Value[] {
  const known = new Set(others.map(canonical));
  return values.filter((value) => !known.has(canonical(value)));
}

/** Values in a text; of many, the first ones. */
export function some(values: readonly unknown[]): string {
  if (values.length <= mostValues) return listed(values);
  return `${listed(values.slice(0, mostValues))} and ${values.length - mostValues} more`;
}
