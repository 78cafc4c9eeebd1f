import type { Definition, Node } from "../../../reader/validation/nodes/node.js";
import type { ContractChange } from "../comparison.js";
import { Decider } from "../inclusion/decide.js";
import type { BudgetOptions } from "../inclusion/search/solver.js";
import { accepts } from "../schemas/causes.js";
import {
  type ComparedSchema,
  type SchemaChangeOptions,
  type SchemaSide,
  schemaChanges,
  undecidedChange,
} from "../schemas/schema-changes.js";
import { InexactTexts } from "./scalar-texts.js";
import { isWritable, noticed, sendable } from "./sendable.js";
import { namesType, withoutTypes } from "./text-words.js";
import { possibleKinds } from "./value-kinds.js";
import type { WireForm } from "./wire-form.js";
import { wireNodes } from "./wire-layout.js";
import { type WrittenValue, writtenValue } from "./written-value.js";

/** Two versions of a schema whose values are sent as texts. */
export interface ComparedTexts extends ComparedSchema {
  readonly form: WireForm;
  /** The name that a parameter or a header is sent with. */
  readonly name: string;
  /** Whether it must be sent. */
  readonly required: { readonly old: boolean; readonly new: boolean };
}

/** How they are compared. */
export interface TextChangeOptions extends Omit<SchemaChangeOptions, "decider" | "confirmed"> {
  readonly budget: BudgetOptions;
  /** What a sender sends of a schema; `undefined` if its schemas combine in too many ways. */
  sentNode(definition: Definition): Node | undefined;
}

/**
 * What is sent by one version and refused by the other. What JSON would allow is allowed in texts, too. What JSON refuses is looked at as it
 * is sent: if no reading of it is valid, it is refused; otherwise the languages of texts are compared.
 */
export function textChanges(pair: ComparedTexts, options: TextChangeOptions): ContractChange[] {
  const { kind } = options;
  const [sending, reading] = kind === "narrowed" ? [pair.old, pair.new] : [pair.new, pair.old];
  const nodes = { of: sending.definition.node, in: reading.definition.node };
  if (!isWritable(nodes.of, pair.form))
    return [
      undecidedChange(
        pair,
        options,
        "no value of the schema can be sent as the text of a parameter, a form or a body",
      ),
    ];
  const isOptional = !pair.required[kind === "narrowed" ? "new" : "old"];
  const seen = isOptional ? noticed(reading.definition.node, pair.form) : true;
  const written: Node = { allOf: [sending.sent ?? true, sendable(pair.form), seen] };
  const asJson = compare({ sending: { ...sending, sent: written }, reading }, pair, options);
  const { shown, open } = confirmed(asJson, pair, nodes);
  if (open.length === 0 && !shown.some(({ message }) => namesType(message))) return shown;
  try {
    const notes = new Set<string>();
    const wire = wireNodes({ sent: sending.definition, read: reading.definition }, pair.form, notes);
    const sent = options.sentNode(wire.sent);
    if (sent === undefined) throw new InexactTexts("schemas that combine in too many ways");
    const sides = {
      sending: { ...sending, definition: wire.sent, sent: { allOf: [sent, seen] } },
      reading: { ...reading, definition: wire.read },
    };
    const texts = compare(sides, pair, options);
    const refusing = kind === "narrowed" ? "new" : "old";
    const decided = confirmed(withoutEchoes(texts, refusing), pair, nodes);
    if (decided.open.length === 0) return decided.shown;
    if (decided.shown.length > 0) return decided.shown;
    const [known] = decided.open.filter(({ witness }) => witness === undefined);
    if (known !== undefined) return [known];
    throw new InexactTexts([...notes][0] ?? "a text with several readings");
  } catch (error) {
    if (!(error instanceof InexactTexts)) throw error;
    if (open.length === 0) return shown.map(withoutReason);
    const longer = longLists.flatMap((list) => {
      const sent: Node = { allOf: [written, list] };
      return confirmed(compare({ sending: { ...sending, sent }, reading }, pair, options), pair, nodes).shown;
    });
    if (longer.length > 0) return longer.slice(0, 1).map(withoutReason);
    const reason = `the texts that are sent can't be told exactly: ${error.message}`;
    return [...shown.map(withoutReason), undecidedChange(pair, options, reason)];
  }
}

/** The type of a plain value isn't sent, so it isn't what is wrong. */
function withoutReason({ facts, ...change }: ContractChange): ContractChange {
  const refusal = facts?.refusal;
  return {
    ...change,
    message: withoutTypes(change.message),
    ...(facts && { facts: { ...facts, ...(refusal !== undefined && { refusal: withoutTypes(refusal) }) } }),
  };
}

/** Where a schema wants a number now, its limits needn't be told, too. */
function withoutEchoes(changes: readonly ContractChange[], side: "old" | "new"): readonly ContractChange[] {
  const pointers = new Set(changes.flatMap((change) => change[side]?.pointer ?? []));
  return changes.filter((change) => {
    const [, schema = "", keyword = ""] = /^(.*)\/([^/]*)$/.exec(change[side]?.pointer ?? "") ?? [];
    return !limits.has(keyword) || !pointers.has(`${schema}/type`);
  });
}

const limits = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format"]);

/** A text of several items is rarely that of another value. */
const longLists: readonly Node[] = [2, 5].map((minItems) => ({ type: ["array"], minItems }));

interface Sides {
  readonly sending: SchemaSide;
  readonly reading: SchemaSide;
}

function compare(
  { sending, reading }: Sides,
  pair: ComparedTexts,
  options: TextChangeOptions,
): ContractChange[] {
  const { kind, budget } = options;
  const decider = new Decider(
    [sending.definition.node, sending.sent ?? true, reading.definition.node],
    budget,
  );
  const sides = kind === "narrowed" ? { old: sending, new: reading } : { old: reading, new: sending };
  const confirmed = new Set<string>();
  return schemaChanges({ ...pair, ...sides }, { ...options, decider, confirmed });
}

/** The changes whose witness is sent, and refused in every reading, and those that aren't known to be so. */
function confirmed(
  changes: readonly ContractChange[],
  { form, name }: ComparedTexts,
  nodes: { readonly of: Node; readonly in: Node },
) {
  const shown: ContractChange[] = [];
  const open: ContractChange[] = [];
  for (const change of changes) {
    const { witness } = change;
    const written = witness && writtenValue(witness.document, form, name);
    if (witness === undefined || written === undefined || !isRefused(written, nodes)) {
      open.push(change);
      continue;
    }
    const document = plainDocument(witness.document, nodes.of);
    shown.push({ ...change, witness: { ...witness, document, sent: written.sent } });
  }
  return { shown, open };
}

/** Whether one version sends it, and the other refuses it in every reading. */
function isRefused({ readings }: WrittenValue, nodes: { readonly of: Node; readonly in: Node }): boolean {
  return (
    readings.some((value) => accepts(nodes.of, value)) && !readings.some((value) => accepts(nodes.in, value))
  );
}

/** A list of one text is that text, if the version that sends it has no lists. */
function plainDocument(document: unknown, sending: Node): unknown {
  const isOne = Array.isArray(document) && document.length === 1 && !possibleKinds(sending).has("array");
  return isOne ? (document[0] as unknown) : document;
}
