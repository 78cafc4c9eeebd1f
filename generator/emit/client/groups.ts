import type { HttpOperation } from "../../../reader/model/model.js";
import { compare } from "../../../reader/model/schemas.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal, propertyKey } from "../../../reader/text/code/literal.js";
import type { TemplateView } from "../../render/template.js";
import { operationDoc } from "../documentation.js";

/** The code of an operation that its function and its member of the client share. */
export interface OperationCode {
  readonly operation: HttpOperation;
  readonly answer: AnswerCode;
  /** The parameters after the client. */
  readonly parameters: Code;
  readonly result: Code;
  /** The same for the function that requests all pages. */
  readonly pages: { readonly parameters: Code; readonly result: Code } | undefined;
}

interface Member {
  readonly doc: Code;
  readonly name: string;
  readonly operation: Code;
  readonly type: Code;
}

/** The operations of a client by group: their types, and the functions that they bind. */
export function operationGroups(operations: readonly OperationCode[]): {
  types: TemplateView[];
  groups: TemplateView[];
} {
  const found = new Map<string, Member[]>();
  for (const each of operations) {
    const { group } = each.operation;
    const members = found.get(group) ?? [];
    members.push(...groupMembers(each));
    found.set(group, members);
  }
  // By name: in the order of their first operations, a group would move with one of them.
  const groups = [...found].sort(([a], [b]) => compare(a, b));
  return {
    types: groups.map(([group, members]) => ({
      name: propertyKey(group),
      members: indent(join(members.map(memberType), "\n"), 2),
    })),
    groups: groups.map(([group, members]) => ({
      name: propertyKey(group),
      members: indent(boundMembers(members), 3),
    })),
  };
}

function groupMembers({ operation, answer, parameters, result, pages }: OperationCode): Member[] {
  const { generics } = answer;
  const { method, functionName, paginateName, summary } = operation;
  const own = {
    doc: operationDoc(operation),
    name: method,
    operation: identifier(functionName),
    type: code`${generics}(${parameters}) => ${result}`,
  };
  if (paginateName === undefined || pages === undefined) return [own];
  const doc = docComment([
    `The items of all pages of \`${method}\`, requested one page after another.`,
    summary,
  ]);
  return [
    own,
    {
      doc,
      name: paginateName.method,
      operation: identifier(paginateName.functionName),
      type: code`(${pages.parameters}) => ${pages.result}`,
    },
  ];
}

function memberType({ doc, name, type }: Member): Code {
  return code`${doc}readonly ${propertyKey(name)}: ${type};`;
}

function boundMembers(members: readonly Member[]): Code {
  return join(
    members.map(({ name, operation }) => {
      const key = propertyKey(name);
      if (key.toString() === operation.toString()) return code`${operation},`;
      return code`${key}: ${operation},`;
    }),
    "\n",
  );
}

/** The media types among which a caller can choose, in the contract's order; none if there is no choice. */
export function statusChoices({ responses }: HttpOperation): string[] {
  const offered = responses.map(({ contentTypes }) => contentTypes.filter((type) => !type.includes("*")));
  const several = offered.filter((types) => types.length > 1);
  return [...new Set(several.flat())];
}

/** The type of an operation's answer, and how its function refers to it. */
interface AnswerCode {
  readonly declaration: Code;
  readonly type: Code;
  /** The type parameters; none unless the type depends on the call. */
  readonly generics: Code;
  readonly optionsType: Code;
}

/** The type of the answer of an operation whose type in `operations` is given. */
export function answerCode(operation: HttpOperation, type: Code): AnswerCode {
  const answer = identifier(`${operation.typeName}Answer`);
  const choices = statusChoices(operation);
  if (choices.length === 0)
    return {
      declaration: code`export type ${answer} = OperationAnswer<${type}>;`,
      type: answer,
      generics: code``,
      optionsType: code`CallOptions`,
    };
  const accept = identifier(`${operation.typeName}Accept`);
  const json = choices.filter((each) => /[/+]json\s*(?:;|$)/i.test(each));
  const parameter = code`<Accept extends ${accept} = ${json.length === 0 ? code`never` : union(json)}>`;
  return {
    declaration: join(
      [
        code`/** The media types that an answer can have. */\nexport type ${accept} = ${union(choices)};`,
        code`export type ${answer}${parameter} = OperationAnswer<${type}, Accept>;`,
      ],
      "\n",
    ),
    type: code`${answer}<Accept>`,
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
