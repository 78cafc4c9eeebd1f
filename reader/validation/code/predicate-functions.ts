import { type Code, code } from "../../text/code/code.js";
import { identifier } from "../../text/code/identifier.js";
import { literal } from "../../text/code/literal.js";
import type { Node, NodeObject, NodeReference } from "../nodes/node.js";
import {
  arrayConditions,
  exclusionConditions,
  notOfTypes,
  numberConditions,
  objectConditions,
  ofType,
  ruleConditions,
  stringConditions,
} from "./conditions.js";
import {
  type Facts,
  type Frame,
  factsWith,
  isWithin,
  noFacts,
  objectFacts,
  type Predicates,
  possibleTypes,
  referredNode,
} from "./facts.js";
import { LocalNames, type ModuleContext } from "./module-context.js";
import { isDeep } from "./node-traits.js";
import { arrayStatements, objectStatements } from "./part-statements.js";
import {
  block,
  failIf,
  failIfAbsentOr,
  parenthesised,
  provided,
  refusalCondition,
  type Statement,
  statement,
} from "./statement.js";

/** The functions of one definition: its own, and one for each alternative that needs statements. */
export class PredicateFunctions implements Predicates {
  readonly alternatives: Code[] = [];

  constructor(
    readonly context: ModuleContext,
    readonly name: string,
    /** Whether the functions count the levels of the document, as those of a recursive schema must. */
    readonly counts: boolean,
  ) {}

  /** The declaration, with this head, of the function that returns whether its `value` is valid. */
  main(head: Code, node: Node): Code {
    if (!this.counts) return this.#declaration(head, node);
    const limit = this.context.use("maxDepth");
    const refuse = this.context.use("refuseDeeper");
    const guard = statement(code`if (depth >= ${limit}) ${refuse}(value);`);
    return this.#declaration(head, node, [guard]);
  }

  #declaration(head: Code, node: Node, first: readonly Statement[] = []): Code {
    const value = identifier("value");
    const frame = { value, depth: 0, names: this.#names(), read: new Map([["", value]]), facts: noFacts };
    const body = this.statements(node, frame);
    return block(head, [...first, ...body, statement(code`return true;`)]);
  }

  #names(): LocalNames {
    return new LocalNames(this.counts ? ["value", "depth"] : ["value"]);
  }

  /** The arguments of a call with a value of the frame. */
  #call({ value, depth }: Frame): Code {
    if (!this.counts) return value;
    if (depth === 0) return code`${value}, depth`;
    return code`${value}, depth + ${literal(depth)}`;
  }

  /** Statements that reject an invalid value, and do nothing else. */
  statements(node: Node, frame: Frame): Statement[] {
    if (node === true) return [];
    if (node === false) return [statement(code`return false;`)];
    const { context } = this;
    const { value } = frame;
    const facts = factsAfterBases(node, frame);
    const known = possibleTypes(facts);
    const types = typesAfter(node, facts);
    const within = (type: "string" | "number" | "array" | "object", body: readonly Statement[]) => {
      const [only, ...others] = types ?? [];
      const isKnown = others.length === 0 && (only === type || (only === "integer" && type === "number"));
      const isPossible =
        types === undefined || types.includes(type) || (type === "number" && types.includes("integer"));
      if (!isPossible) return [];
      if (isKnown) return body;
      return provided(ofType(context, type, value), body);
    };
    const each = (conditions: readonly Code[]) => conditions.map((condition) => failIf(condition));
    const general = this.#bases(node, frame);
    if (types !== undefined && types !== known)
      general.push(failIfAbsentOr(...notOfTypes(context, types, value)));
    if (node.enum !== undefined)
      general.push(failIfAbsentOr(...exclusionConditions(context, node.enum, value)));
    if ("const" in node) general.push(failIfAbsentOr(...exclusionConditions(context, [node.const], value)));
    return [
      ...general,
      ...within("string", each(stringConditions(context, node, value))),
      ...within("number", each(numberConditions(context, node, value))),
      ...within("array", [
        ...each(arrayConditions(context, node, value)),
        ...arrayStatements(this, node, frame),
      ]),
      ...within("object", [
        ...each(objectConditions(node, value)),
        ...objectStatements(this, node, { frame, facts: objectFacts(facts) }),
        ...(node.rules ?? []).map((rule) => failIf(...ruleConditions(context, rule, frame.read))),
      ]),
      ...this.#alternatives(node, frame),
    ];
  }

  /** Whether the statements of a node refuse any value that isn't an object before they read its properties. */
  isObject(node: Node, frame: Frame): boolean {
    if (typeof node === "boolean") return false;
    const types = typesAfter(node, factsAfterBases(node, frame));
    return types?.length === 1 && types[0] === "object";
  }

  /** The condition under which a value is invalid; a function call if it needs statements. */
  refusal(node: Node, frame: Frame, label: string): Code {
    const { value } = frame;
    const body = this.statements(node, {
      ...frame,
      names: this.#names(),
      read: new Map([["", value]]),
      facts: noFacts,
    });
    if (node === false) return code`true`;
    if (body.length === 0) return code`false`;
    const condition = refusalCondition(body);
    if (condition !== undefined) return condition;
    const name = identifier(`${this.name}${label}${this.alternatives.length + 1}`);
    const index = this.alternatives.push(code``) - 1;
    this.alternatives[index] = this.#declaration(
      this.counts ? code`function ${name}(value, depth)` : code`function ${name}(value)`,
      node,
    );
    return code`!${name}(${this.#call(frame)})`;
  }

  #bases({ $ref, $dynamicRef, allOf = [] }: NodeObject, frame: Frame): Statement[] {
    return [
      ...[$ref, $dynamicRef].flatMap((reference) => this.#reference(reference, frame)),
      // Another schema may read its variables in a separate block.
      ...allOf.flatMap((each) => this.statements(each, { ...frame, read: new Map([["", frame.value]]) })),
    ];
  }

  #reference(reference: NodeReference | boolean | undefined, frame: Frame): Statement[] {
    if (reference === undefined || reference === true) return [];
    if (reference === false) return [statement(code`return false;`)];
    const call = isDeep(reference.definition) ? this.#call(frame) : frame.value;
    const refused = code`!${this.context.accepts(reference.definition)}(${call})`;
    const types = possibleTypes(factsWith(noFacts, [reference.definition.node]));
    return [types === undefined ? failIf(refused) : failIfAbsentOr(refused)];
  }

  #alternatives(node: NodeObject, frame: Frame): Statement[] {
    const { value } = frame;
    const statements: Statement[] = [];
    for (const [name, schema] of Object.entries(node.dependentSchemas ?? {})) {
      const has = this.hasProperty(value, name);
      statements.push(failIf(has, this.refusal(schema, frame, "Dependent")));
    }
    if (node.anyOf) statements.push(failIf(...node.anyOf.map((each) => this.refusal(each, frame, "Any"))));
    if (node.oneOf) {
      const matches = node.oneOf.map(
        (each) => code`Number(!${parenthesised(this.refusal(each, frame, "One"))})`,
      );
      statements.push(failIf(code`${matches.reduce((sum, each) => code`${sum} + ${each}`)} !== 1`));
    }
    if (node.not !== undefined)
      statements.push(failIf(code`!${parenthesised(this.refusal(node.not, frame, "Not"))}`));
    if (node.if !== undefined) {
      const condition = this.refusal(node.if, frame, "If");
      const otherwise = node.else === undefined ? undefined : this.refusal(node.else, frame, "Else");
      const then = node.then === undefined ? undefined : this.refusal(node.then, frame, "Then");
      if (then !== undefined) statements.push(failIf(code`!${parenthesised(condition)}`, then));
      if (otherwise !== undefined) statements.push(failIf(condition, otherwise));
    }
    return statements;
  }

  /** The condition that a value is an object with a property of the name. */
  hasProperty(value: Code, name: string): Code {
    return code`${this.context.use("own")}(${value}, ${literal(name)}) !== undefined`;
  }
}

/** What is known of a value once the schemas that a node refers to, and those of its `allOf`, have accepted it. */
function factsAfterBases(node: NodeObject, frame: Frame): Facts {
  return factsWith(frame.facts, [...(node.allOf ?? []), referredNode(node)]);
}

/** The types that a value can have once a node's `type` has been checked, too. */
function typesAfter(node: NodeObject, facts: Facts): readonly string[] | undefined {
  const known = possibleTypes(facts);
  if (isWithin(known, node.type)) return known;
  return node.type;
}
