import { listMembers } from "../../documents/list-members.js";
import { type Code, code } from "../../text/code/code.js";
import type { Node, NodeObject } from "../nodes/node.js";
import type { LocalNames, ModuleContext } from "./module-context.js";
import { failIf, type Statement } from "./statement.js";

/*
 * What code may rely on without checking it again. Each kind of fact is a type, which is made only where its condition
 * has been checked: `Facts` for a value that statements before have accepted, `ObjectFacts` where it is also known to be
 * an object, `PropertyFacts` for a property that may be absent.
 */

declare const condition: unique symbol;

/** The value satisfies these schemas: statements before have refused any other. */
export interface Facts {
  readonly [condition]: "value";
  readonly schemas: readonly NodeObject[];
}

/** The same of a value that is an object. */
export interface ObjectFacts {
  readonly [condition]: "object";
  readonly schemas: readonly NodeObject[];
}

/** What is known of a property of an object: facts that hold only if the object has it. */
interface PropertyFacts {
  readonly isPresent: boolean;
  /**
   * Statements that check the property, whose variable is `item`. Those of `body` run only if the object has it, so
   * they may rely on the facts. An absent property is refused if it is required, and left alone otherwise.
   */
  statements(
    property: { readonly item: Code; readonly isRequired: boolean },
    body: (facts: Facts) => readonly Statement[],
  ): PropertyStatements;
}

/** Statements about a property. */
interface PropertyStatements {
  /** Statements that refuse an absent property, and those of the body; the condition of the latter is `when`. */
  readonly body: readonly Statement[];
  /** The condition under which the body runs; absent if the statements before it have refused anything else. */
  readonly when?: Code;
}

/** Nothing is known. */
export const noFacts: Facts = factsFrom([]);

/** The facts after statements have refused values that don't satisfy the schemas. */
export function factsWith(facts: Facts, nodes: readonly (Node | undefined)[]): Facts {
  const added = appliedBy(nodes);
  if (added.length === 0) return facts;
  return factsFrom([...facts.schemas, ...added]);
}

/** The facts inside of a block that runs only for objects. */
export function objectFacts({ schemas }: Facts): ObjectFacts {
  return { schemas } as ObjectFacts;
}

/** What is known of a property. */
export function propertyFacts({ schemas }: ObjectFacts, name: string): PropertyFacts {
  const isPresent = schemas.some(({ required = [] }) => listMembers(required).has(name));
  const ifPresent = appliedBy(
    schemas.map(({ properties = {} }) => {
      if (!Object.hasOwn(properties, name)) return undefined;
      return properties[name];
    }),
  );
  return {
    isPresent,
    statements({ item, isRequired }, body) {
      const inner = body(factsFrom(ifPresent));
      if (isPresent) return { body: inner };
      if (!isRequired) return { body: inner, when: code`${item} !== undefined` };
      // Statements that rely on nothing do no harm to an absent value, so any of them may refuse it.
      const first = ifPresent.length === 0 ? inner : inner.slice(0, 1);
      if (first.some((each) => each.kind === "fail" && each.refusesAbsent)) return { body: inner };
      return { body: [failIf(code`${item} === undefined`), ...inner] };
    },
  };
}

/** The types that a value can still have, given the facts; `undefined` if it can have any. */
export function possibleTypes({ schemas }: Facts): readonly string[] | undefined {
  let least: readonly string[] | undefined;
  for (const { type } of schemas) if (isWithin(type, least)) least = type;
  return least;
}

/** Whether each type is one of the others. */
export function isWithin(
  types: readonly string[] | undefined,
  others: readonly string[] | undefined,
): boolean {
  if (types === undefined) return false;
  if (others === undefined) return true;
  return types.every((type) => others.includes(type) || (type === "integer" && others.includes("number")));
}

function factsFrom(schemas: readonly NodeObject[]): Facts {
  return { schemas } as Facts;
}

/** The schemas themselves, and those that they always apply to the same value. */
function appliedBy(nodes: readonly (Node | undefined)[]): readonly NodeObject[] {
  const found = new Set<NodeObject>();
  const open = [...nodes];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || found.has(node)) continue;
    found.add(node);
    open.push(...(node.allOf ?? []), referredNode(node));
  }
  return [...found];
}

/** The schema that a node refers to, if it always does. */
export function referredNode({ $ref }: NodeObject): Node | undefined {
  if (typeof $ref === "function") return $ref();
  return undefined;
}

/** The context of statements: the value's variable, the names in the function, and the variables read so far, by pointer. */
export interface Frame {
  readonly value: Code;
  /** How many levels of the document the value is below the function's argument. */
  readonly depth: number;
  readonly names: LocalNames;
  readonly read: Map<string, Code>;
  /** What is already known about the value. */
  readonly facts: Facts;
}

/** Generates the code of schemas, for the code of items and properties. */
export interface Predicates {
  readonly context: ModuleContext;
  /** Statements that reject an invalid value, and do nothing else. */
  statements(node: Node, frame: Frame): Statement[];
  /** Whether the statements of a node refuse any value that isn't an object before they read its properties. */
  isObject(node: Node, frame: Frame): boolean;
  /** The condition under which a value is invalid; `label` names the function that it may need. */
  refusal(node: Node, frame: Frame, label: string): Code;
}
