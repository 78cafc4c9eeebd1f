import type { HttpOperation } from "../../../reader/model/model.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal } from "../../../reader/text/code/literal.js";
import type { View } from "../../render/template.js";

/** The media types among which a caller can choose, in the contract's order; none if there is no choice. */
export function choicesOf({ responses }: HttpOperation): string[] {
  const offered = responses.map(({ contentTypes }) => contentTypes.filter((type) => !type.includes("*")));
  const several = offered.filter((types) => types.length > 1);
  return [...new Set(several.flat())];
}

/** The type of an operation's answer, and how its function refers to it. */
export function answerCode(operation: HttpOperation, type: Code): View {
  const answer = identifier(`${operation.typeName}Answer`);
  const choices = choicesOf(operation);
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
