import type { HttpOperation } from "../../../reader/model/model.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal, propertyKey } from "../../../reader/text/code/literal.js";
import type { TemplateView } from "../../render/template.js";
import { operationDoc } from "../documentation.js";

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
export function operationGroups(operations: readonly HttpOperation[]): {
  groups: TemplateView[];
  mixedGroups: TemplateView[];
} {
  const found = new Map<string, Member[]>();
  for (const operation of operations) {
    const members = found.get(operation.group) ?? [];
    members.push(...groupMembers(operation));
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

function groupMembers(operation: HttpOperation): Member[] {
  const { method, functionName, paginateName, summary } = operation;
  const isGeneric = statusChoices(operation).length > 0;
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
    members.map(({ doc, name, operation }) => {
      const key = propertyKey(name);
      if (key.toString() === operation.toString()) return code`${doc}${operation},`;
      return code`${doc}${key}: ${operation},`;
    }),
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

/** The media types among which a caller can choose, in the contract's order; none if there is no choice. */
export function statusChoices({ responses }: HttpOperation): string[] {
  const offered = responses.map(({ contentTypes }) => contentTypes.filter((type) => !type.includes("*")));
  const several = offered.filter((types) => types.length > 1);
  return [...new Set(several.flat())];
}

/** The type of an operation's answer, and how its function refers to it. */
export function answerCode(operation: HttpOperation, type: Code): TemplateView {
  const answer = identifier(`${operation.typeName}Answer`);
  const choices = statusChoices(operation);
  if (choices.length === 0)
    return {
      answer: code`export type ${answer} = OperationAnswer<${type}>;`,
      answerType: answer,
      generics: code``,
      optionsType: code`CallOptions`,
    };
  const accept = identifier(`${operation.typeName}Accept`);
  const json = choices.filter((each) => /[/+]json\s*(?:;|$)/i.test(each));
  const parameter = code`<Accept extends ${accept} = ${json.length === 0 ? code`never` : union(json)}>`;
  return {
    answer: join(
      [
        code`/** The media types that an answer can have. */\nexport type ${accept} = ${union(choices)};`,
        code`export type ${answer}${parameter} = OperationAnswer<${type}, Accept>;`,
      ],
      "\n",
    ),
    answerType: code`${answer}<Accept>`,
    generics: parameter,
    optionsType: code`AcceptOptions<Accept>`,
  };
}

function union(types: readonly string[]): Code {
  return join(
    types.map((type) => literal(type)),
    " | ",
  );
}
