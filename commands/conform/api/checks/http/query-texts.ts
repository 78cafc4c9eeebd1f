import { below } from "../../../../../reader/documents/place.js";
import type { HttpParameter } from "../../../../../reader/model/model.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, parameterSchema, writtenMedia } from "../../contract/api-contract.js";
import { type ApiResource, singular } from "../../contract/api-resources.js";
import { parameterText } from "../../contract/contract-words.js";
import { bodyValue, withBody, withParameter } from "../../request/call-arguments.js";
import { listNames, madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { itemName, listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied, declaredProperties } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { baseCall } from "../base-call.js";
import { withTexts } from "../bodies/free-texts.js";
import { listCall } from "../lists/list-call.js";
import { withNamed } from "./path-texts.js";

/** Texts that are spelled otherwise in a query. */
const texts: Readonly<Record<string, string>> = {
  plus: "a+b",
  space: "a b",
  "plus-space": "a b",
  percent: "x%41y",
  letters: "größe",
  separators: "a&b=c;d",
};

interface TextQuery {
  readonly resource: ApiResource;
  readonly create: ApiOperation;
  readonly list: ApiOperation;
  readonly parameter: HttpParameter;
}

/** A query selects by any text. */
export const queryTexts: ApiCheck = {
  name: "query-texts",
  rule: "A text in a query is decoded once: `%2B` is a plus, `%20` a space, and so is `+`, as in forms.",
  *cases(context) {
    for (const query of textQueries(context))
      for (const name of Object.keys(texts)) {
        const kind = name !== "plus-space" && selectsExactly(query, context) ? mustCase : shouldCase;
        yield kind(`query-texts/${query.list.id}/${query.parameter.name}/${name}`, async (trial, own) => {
          if (await isFound(trial, { ...query, name }, own)) return;
          if (!(await isFound(trial, { ...query, name: "plain" }, own)))
            return untried(`needs an item that \`${query.parameter.name}\` of ${query.list.id} finds`);
          violated(
            `the server doesn't find an item of ${query.list.id} by \`${query.parameter.name}\` with the text that it has: ${texts[name] ?? ""} (${name})`,
          );
        });
      }
  },
};

/** Whether a parameter selects by a member that is called like it, or says that it looks for a part of a text; an index of words may split it. */
function selectsExactly({ create, parameter }: TextQuery, { contract }: CheckContext): boolean {
  const media = writtenMedia(create);
  const node = media && contract.requestNode(below(media.place, "schema"));
  const members = node === undefined ? [] : declaredProperties(applied(node, {})).map(([name]) => name);
  return (
    members.some((name) => singular(name) === singular(parameter.name)) ||
    /\bcontain(?:s|ing)?\b|\bsubstring\b|\bpart of\b/i.test(parameterText(parameter))
  );
}

/** Query parameters that take any text, of lists whose items can be made. */
function* textQueries({ session, contract }: CheckContext): Generator<TextQuery> {
  for (const resource of session.resources) {
    const { list, create } = resource;
    if (list === undefined || create === undefined) continue;
    for (const parameter of list.declared.parameters) {
      const node = contract.requestNode(parameterSchema(parameter));
      if (parameter.in !== "query" || node === undefined) continue;
      const isAny = Object.values(texts).every(
        (text) => holds(node, `${text} 1234567890`) || holds(node, [`${text} 1234567890`]),
      );
      const isAnother =
        /after|before|cursor|token|page|sort|order|(?:^|[._[\]$-])(?:lte?|gte?|n?eq?|not|n?in|min|max|from|to)\]?$/i;
      if (isAny && !isAnother.test(parameter.name)) yield { resource, create, list, parameter };
    }
  }
}

/** Whether an item is found by a text that it was made with. Throws `ApiUntried` if it can't be made so. */
async function isFound(
  trial: Trial,
  { resource, create, list, parameter, name }: TextQuery & { readonly name: string },
  context: CheckContext,
): Promise<boolean> {
  const { fixtures, contract, session } = context;
  const text = `${texts[name] ?? name}${session.freshNumber()}`;
  const base = await baseCall(trial, create, fixtures);
  const own = bodyValue(base);
  const body =
    withNamed(create, own, { member: parameter.name, text, context }) ??
    withTexts(create, own, { texts: [text], context, isWanted: (path) => path.length === 1 }).body;
  const call = withBody(base, body);
  const made = await trial.call(create, call);
  demandSuccess(made, create);
  const instance = madeInstance(resource, call, made);
  if (instance === undefined) return untried("needs the id of a new item");
  const node = contract.requestNode(parameterSchema(parameter));
  const value = node !== undefined && holds(node, text) ? text : [text];
  const whole = withParameter(
    await listCall(trial, { resource, list, names: listNames(instance) }, context),
    parameter,
    value,
  );
  const isPlus = name === "plus-space";
  const respelled = (target: string): string => target.replaceAll("%20", "+");
  const answer = await trial.call(list, whole, isPlus ? { respelled } : {});
  // A plus is reserved, and may be refused; only reading it otherwise is silent.
  if (!isSuccess(answer) && isPlus)
    return untried(`needs a query of ${list.id} with a plus that isn't refused`);
  if (!isSuccess(answer)) return false;
  const id = String(instance.names.at(-1));
  return (listItems(answer.value) ?? []).some((each) => String(itemName(each, resource)) === id);
}
