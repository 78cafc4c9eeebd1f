import type { HttpOperation } from "../../../reader/model/model.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { propertyKey } from "../../../reader/text/code/literal.js";
import type { View } from "../../render/template.js";
import { choicesOf } from "./answer-types.js";
import { operationDoc } from "./operation-doc.js";

interface Member {
  readonly doc: Code;
  readonly name: string;
  readonly operation: Code;
  /** The type of its answer depends on the call. */
  readonly isGeneric: boolean;
}

/**
 * The operations of a client by group. `bindOperations` would fix the type parameters of a generic operation, so the
 * groups that have one (`mixedGroups`) bind it alone.
 */
export function groupsOf(operations: readonly HttpOperation[]): { groups: View[]; mixedGroups: View[] } {
  const found = new Map<string, Member[]>();
  for (const operation of operations) {
    const members = found.get(operation.group) ?? [];
    members.push(...membersOf(operation));
    found.set(operation.group, members);
  }
  const isMixed = ([, members]: [string, Member[]]) => members.some(({ isGeneric }) => isGeneric);
  return {
    groups: [...found]
      .filter((group) => !isMixed(group))
      .map(([group, members]) => ({ name: propertyKey(group), members: indent(plainMembers(members), 4) })),
    mixedGroups: [...found]
      .filter(isMixed)
      .map(([group, members]) => ({ name: propertyKey(group), members: mixedMembers(members) })),
  };
}

function membersOf(operation: HttpOperation): Member[] {
  const { method, functionName, paginateName, summary } = operation;
  const isGeneric = choicesOf(operation).length > 0;
  // An editor shows the comment of the member, not that of the function.
  const own = { doc: operationDoc(operation), name: method, operation: identifier(functionName), isGeneric };
  if (paginateName === undefined) return [own];
  const doc = docComment([
    `The items of all pages of \`${functionName}\`, requested one page after another.`,
    summary,
  ]);
  return [
    own,
    { doc, name: paginateName.method, operation: identifier(paginateName.functionName), isGeneric: false },
  ];
}

function plainMembers(members: readonly Member[]): Code {
  return join(
    members.map(({ doc, name, operation }) => code`${doc}${propertyKey(name)}: ${operation},`),
    "\n",
  );
}

function mixedMembers(members: readonly Member[]): Code {
  const plain = members.filter(({ isGeneric }) => !isGeneric);
  const generic = members.filter(({ isGeneric }) => isGeneric);
  const others = code`...bindOperations(client, {\n${indent(plainMembers(plain))}\n}),`;
  const bound = generic.map(
    ({ doc, name, operation }) => code`${doc}${propertyKey(name)}: bindOperation(client, ${operation}),`,
  );
  return indent(join(plain.length === 0 ? bound : [others, ...bound], "\n"), 3);
}
