import { json } from "../../../../../reader/text/json.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { type ApiContract, type ApiOperation, operationText } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { infoText, statements } from "../../contract/contract-words.js";
import { bodyValue, type CallArguments, withBody } from "../../request/call-arguments.js";
import { type ApiInstance, madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type ValuePath, valueAtPath, valuePlaces, withValueAt } from "../../values/value-places.js";
import {
  type ApiCase,
  type ApiCheck,
  type CheckContext,
  readItem,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { baseCall } from "../base-call.js";
import { creator } from "../items/lifecycle.js";
import { withTexts } from "./free-texts.js";

/** Texts that programs like to tidy up, with a number that no other has; the first that a place takes. */
const untidy: Readonly<Record<string, (number: number) => readonly string[]>> = {
  space: (number) => [`  two  spaces ${number}  `, `two  spaces ${number} `],
  capitals: (number) => [`MiXeD Case ${number}`],
  decomposed: (number) => [`e\u0301 and \u00e9 ${number}`],
  lines: (number) => [`one ${number}\ntwo\r\nthree\tfour`],
};

/** Keys that programs trip over in free-form maps. */
const oddKeys = ["__proto__", "constructor", "toString", "a b", "0"];

/** Keys of maps come back. */
export const exactKeys: ApiCheck = {
  name: "map-keys",
  rule: "A map with free keys comes back with all of them, `__proto__` included.",
  *cases({ session }) {
    for (const resource of session.resources) {
      if (resource.get === undefined || creator(resource) === undefined) continue;
      for (const operation of [resource.create, resource.put, resource.patch])
        if (operation !== undefined)
          yield shouldCase(`map-keys/${operation.id}`, (trial, context) =>
            sendKeys(trial, { resource, operation }, context),
          );
    }
  },
};

async function sendKeys(
  trial: Trial,
  { resource, operation }: Pick<Sending, "resource" | "operation">,
  context: CheckContext,
): Promise<void> {
  const { call, item } = await base(trial, { resource, operation }, context);
  const node = context.fixtures.bodies.node(operation);
  const value = bodyValue(call);
  if (node === undefined) return untried(`needs a body of ${operation.id}`);
  let sent: { readonly path: ValuePath; readonly map: unknown; readonly body: unknown } | undefined;
  for (const { path, value: own, nodes } of valuePlaces(node, value)) {
    const isFree = nodes.some(
      ({ properties, additionalProperties: more }) =>
        properties === undefined && more !== undefined && more !== false,
    );
    if (!isFree || !isRecord(own) || path.length === 0) continue;
    const [member = "oipkit"] = Object.values(own).filter((each) => each !== null);
    const map = Object.fromEntries(oddKeys.map((key) => [key, member]));
    const body = withValueAt(value, path, map);
    if (holds(node, body)) sent ??= { path, map, body };
  }
  if (sent === undefined) return untried(`needs a map with free keys in a body of ${operation.id}`);
  const changed = withBody(call, sent.body);
  const answer = await trial.call(operation, changed);
  if (!isSuccess(answer))
    return untried(`needs an item with such a map, and the server answers ${answer.status}`);
  const instance = item ?? madeInstance(resource, changed, answer);
  if (instance === undefined) return untried("needs the id of a new item");
  const shown = valueAtPath(await readItem(trial, instance, context), sent.path);
  if (!isRecord(shown)) return untried(`needs an answer with \`/${sent.path.join("/")}\``);
  const missing = oddKeys.find((key) => !Object.hasOwn(shown, key));
  if (missing !== undefined)
    violated(
      `the server loses the key \`${missing}\` of \`/${sent.path.join("/")}\` in a body of ${operation.id}`,
    );
}

/** `must` if the contract says that texts aren't changed. */
function textLevel(contract: ApiContract): ApiCase["level"] {
  const says =
    /\btexts? (?:isn't|aren't|is not|are not|is never|are never) (?:changed|altered|modified|trimmed)\b|\b(?:verbatim|as (?:it was|they were) (?:sent|written))\b/i;
  return statements(infoText(contract)).some((each) => says.test(each)) ? "must" : "should";
}

/** Whether the contract says that texts are changed. */
function saysTrimmed(operation: ApiOperation, contract: ApiContract): boolean {
  const told = [operationText(operation), ...statements(infoText(contract))];
  const isChanged = /\btrimmed\b|\bstripped\b|\bnormali[sz]ed\b|\bwhite ?space\b/i;
  return told.some((each) => isChanged.test(each) && !/\b(?:not|never|n't)\b/i.test(each));
}

/** Texts come back to the letter. */
export const exactTexts: ApiCheck = {
  name: "exact-texts",
  rule: "A text comes back to the letter: with its spaces, capitals and line breaks. It is a must where the contract says that texts aren't changed.",
  *cases({ session, contract }) {
    const level = textLevel(contract);
    for (const resource of session.resources) {
      const create = creator(resource);
      if (create === undefined || resource.get === undefined) continue;
      for (const operation of new Set([create, resource.put, resource.patch]))
        for (const [name, texts] of Object.entries(untidy))
          if (
            operation !== undefined &&
            (operation === create || name === "space") &&
            !saysTrimmed(operation, contract)
          )
            yield {
              id: `exact-texts/${operation.id}/${operation === create ? "" : "change-"}${name}`,
              level,
              run: (trial, context) =>
                send(trial, { resource, operation, texts: texts(session.freshNumber()) }, context),
            };
    }
  },
};

interface Sending {
  readonly resource: ApiResource;
  readonly operation: ApiOperation;
  readonly texts: readonly string[];
}

async function send(
  trial: Trial,
  { resource, operation, texts }: Sending,
  context: CheckContext,
): Promise<void> {
  const { call: filled, item } = await base(trial, { resource, operation }, context);
  const { body, changed } = withTexts(operation, bodyValue(filled), { texts, context });
  if (changed.length === 0) return untried(`needs a text in a body of ${operation.id} that may be any`);
  const call = withBody(filled, body);
  const answer = await trial.call(operation, call);
  if (!isSuccess(answer))
    return untried(`needs an item with such a text, and the server answers ${answer.status}`);
  const instance = item ?? madeInstance(resource, call, answer);
  if (instance === undefined) return untried("needs the id of a new item");
  const shown = await readItem(trial, instance, context);
  for (const at of changed) {
    const [own, text] = [shown, body].map((each) => valueAtPath(each, at));
    if (typeof own === "string" && own !== text)
      violated(
        `the server changes a text of ${operation.id}: \`/${at.join("/")}\` is ${json(own.slice(0, 60))} instead of ${json(text)}`,
      );
  }
}

/** A call with all members, and the item that it changes; `undefined` if it makes one. */
async function base(
  trial: Trial,
  { resource, operation }: Pick<Sending, "resource" | "operation">,
  { fixtures }: CheckContext,
): Promise<{ readonly call: CallArguments; readonly item: ApiInstance | undefined }> {
  const call = await baseCall(trial, operation, fixtures);
  if (operation === resource.create) return { call, item: undefined };
  const item = await fixtures.make(trial, resource, { isRich: true });
  const { parameters } = await fixtures.call(trial, operation, { names: item.names });
  return { call: { ...call, parameters }, item };
}

/** Times come back as they were written. */
export const exactTimes: ApiCheck = {
  name: "exact-times",
  rule: "A time comes back with its own offset where the contract says that texts aren't changed.",
  *cases({ session, contract }) {
    if (textLevel(contract) !== "must") return;
    for (const resource of session.resources) {
      const { create } = resource;
      if (create === undefined || resource.get === undefined) continue;
      yield shouldCase(`exact-times/${create.id}`, async (trial, context) => {
        const call = await baseCall(trial, create, context.fixtures);
        const node = context.fixtures.bodies.node(create);
        let body = bodyValue(call);
        if (node === undefined) return untried(`needs a body of ${create.id}`);
        const changed: ValuePath[] = [];
        for (const { path, value, nodes } of valuePlaces(node, body)) {
          const isTime =
            typeof value === "string" && nodes.some(({ format }) => format?.name === "date-time");
          const other = isTime ? withValueAt(body, path, shiftedOffset(value)) : undefined;
          if (other === undefined || !holds(node, other)) continue;
          body = other;
          changed.push(path);
        }
        if (changed.length === 0) return untried(`needs a time in a body of ${create.id}`);
        const whole = withBody(call, body);
        const answer = await trial.call(create, whole);
        const instance = isSuccess(answer) ? madeInstance(resource, whole, answer) : undefined;
        if (instance === undefined) return untried(`needs a success of ${create.id}`);
        const shown = await readItem(trial, instance, context);
        const wrong = changed.find((path) => {
          const own = valueAtPath(shown, path);
          return typeof own === "string" && own !== valueAtPath(body, path);
        });
        if (wrong !== undefined)
          violated(
            `the server changes a time of ${create.id}: \`/${wrong.join("/")}\` is ${json(valueAtPath(shown, wrong))} instead of ${json(valueAtPath(body, wrong))}`,
          );
      });
    }
  },
};

/** The same time with another offset. */
function shiftedOffset(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  return new Date(time + 90 * 60_000).toISOString().replace(/(?:\.000)?Z$/, "+01:30");
}
