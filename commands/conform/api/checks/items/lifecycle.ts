import { below, childPlaces } from "../../../../../reader/documents/place.js";
import { json } from "../../../../../reader/text/json.js";
import type { ApiOperation } from "../../contract/api-contract.js";
import { type ApiResource, itemPrefixes } from "../../contract/api-resources.js";
import { bodyValue } from "../../request/call-arguments.js";
import { listNames, madeInstance } from "../../run/api-instance.js";
import { answerHeader, isRefusal, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord, itemName, itemValue, listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  getItem,
  mustCase,
  readItem,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { listedNames } from "../lists/listed-names.js";
import { contentDifference, settled } from "./same-content.js";

/** A difference in words. */
export function differenceText(sent: unknown, shown: unknown): string | undefined {
  // What isn't shown at all isn't shown otherwise.
  if (isRecord(sent) && !isRecord(shown)) return undefined;
  const found = contentDifference(sent, shown);
  if (found === undefined) return undefined;
  const what = found.pointer === "" ? "it" : `\`${found.pointer}\``;
  return `${what} is ${valueText(found.shown)} instead of ${valueText(found.sent)}`;
}

function valueText(value: unknown): string {
  if (typeof value === "string") return `"${value.slice(0, 60)}"`;
  if (typeof value !== "object") return String(value);
  if (value === null) return "null";
  return Array.isArray(value) ? json(value).slice(0, 60) : "an object";
}

/** What was made can be read, as it was sent. */
export const createdReadable: ApiCheck = {
  name: "created-readable",
  rule: "What was made can be read again, with the content that was sent.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { get } = resource;
      const create = creator(resource);
      if (create === undefined || get === undefined) continue;
      yield mustCase(`created-readable/${create.id}`, async (trial, context) => {
        const instance = await context.fixtures.make(trial, resource, { isRich: true });
        if (instance.answer?.status === 202)
          return untried("needs an item that is made at once, and the server answers 202");
        const { answer } = await getItem(trial, instance, context);
        if (isRefusal(answer))
          violated(`the server doesn't find what ${create.id} made`, statuses("a success", answer.status));
        demandSuccess(answer, get);
        const shown = itemValue(answer.value, resource);
        const difference = shown && differenceText(instance.sent, shown);
        if (difference !== undefined)
          violated(`the server shows what ${create.id} made with another content: ${difference}`);
        const second = await context.fixtures.make(trial, resource, { isRich: true });
        if (String(second.names.at(-1)) === String(instance.names.at(-1)))
          violated(`the server gives two items of ${create.id} the same id`);
        const first = await getItem(trial, instance, context);
        if (isRefusal(first.answer))
          violated(`the server no longer finds what ${create.id} made, once it has made another item`);
        const before = isRecord(instance.sent) ? settled(instance.sent) : instance.sent;
        const kept = differenceText(before, itemValue(first.answer.value, resource));
        if (kept !== undefined)
          violated(`the server shows an item otherwise once ${create.id} has made another one: ${kept}`);
        const made = instance.answer && itemValue(instance.answer.value, resource);
        const own =
          made && shown && itemName(made, resource) !== undefined
            ? differenceText(settled(made), shown)
            : undefined;
        if (own !== undefined) violated(`the answer of ${create.id} and that of ${get.id} differ: ${own}`);
      });
    }
  },
};

/** The operation that makes an item. */
export function creator({ create, put, isNamedByClient }: ApiResource): ApiOperation | undefined {
  return create ?? (isNamedByClient ? put : undefined);
}

/** The `Location` of a 201 leads to what was made. */
export const location: ApiCheck = {
  name: "location",
  rule: "The Location of an answer 201 leads to what was made.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { create, get } = resource;
      if (create === undefined) continue;
      yield mustCase(`location/${create.id}`, async (trial, { fixtures, session: { options, identity } }) => {
        // It may be the only way to the item, so that a wrong one leaves the item without a name.
        const { call, answer } = await fixtures.accepted(trial, create);
        const names = madeInstance(resource, call, answer)?.names ?? [];
        const given = answerHeader(answer, "location");
        if (answer.status === 201 && given === undefined && declaresHeader(create, "location"))
          return violated(
            `the server answers ${create.id} with 201 and without the Location that the contract declares`,
            { level: "should" },
          );
        if (answer.status !== 201 || given === undefined)
          return untried(`needs an answer 201 of ${create.id} with Location`);
        const base = new URL(`${options.baseUrl}${create.path.replace(/\{[^{}]*\}/g, "x")}`);
        if (!URL.canParse(given, base.href))
          return violated(`the Location of ${create.id} isn't a URL: ${given.slice(0, 100)}`);
        const target = new URL(given, base);
        const path = target.pathname + target.search;
        const prefix = new URL(options.baseUrl).pathname.replace(/\/$/, "");
        const below = path.startsWith(prefix) ? path.slice(prefix.length) : path;
        if (get === undefined) return untried(`needs a GET of ${resource.path}`);
        const request = {
          method: "GET",
          target: below,
          headers: [["accept", "*/*"] as const],
          body: new Uint8Array(),
        };
        const found = await trial.send(request, { identity });
        if (!isSuccess(found))
          return violated(
            `the Location of ${create.id}, ${given.slice(0, 100)}, leads to nothing`,
            statuses("a success", found.status),
          );
        const name = itemName(found.value, resource);
        const own = itemName(answer.value, resource);
        const isOther =
          name !== undefined &&
          own !== undefined &&
          String(name) !== String(own) &&
          String(name) !== String(names.at(-1));
        if (isOther)
          violated(`the Location of ${create.id} leads to ${String(name)}, and it made ${String(own)}`);
      });
    }
  },
};

function declaresHeader({ declared }: ApiOperation, name: string): boolean {
  return declared.responses.some(
    ([status, place]) =>
      status === "201" && childPlaces(below(place, "headers")).some(([each]) => each.toLowerCase() === name),
  );
}

/** What was made is in the list, and what was deleted isn't. */
export const listed: ApiCheck = {
  name: "created-listed",
  rule: "What was made is in the list of its collection.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const create = creator(resource);
      const { list } = resource;
      if (create === undefined || list === undefined) continue;
      yield mustCase(`created-listed/${create.id}`, async (trial, context) => {
        const instance = await context.fixtures.make(trial, resource);
        if (instance.answer?.status === 202)
          return untried("needs an item that is made at once, and the server answers 202");
        const names = await listedNames(trial, { resource, list, parents: listNames(instance) }, context);
        if (!names.found.has(String(instance.names.at(-1)))) {
          if (!names.isComplete) return untried(`needs all pages of ${list.id}`);
          violated(`the list of ${list.id} lacks what ${create.id} made`);
        }
        // Others may have been made meanwhile, which move it.
        const sent = isRecord(instance.sent) ? settled(instance.sent) : instance.sent;
        const difference = differenceText(sent, names.items.get(String(instance.names.at(-1))));
        if (difference !== undefined)
          violated(`the list of ${list.id} shows what ${create.id} made with another content: ${difference}`);
      });
    }
  },
};

/** What was deleted is gone. */
export const deletedGone: ApiCheck = {
  name: "deleted-gone",
  rule: "What was deleted can't be read or changed any more.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { remove, get, patch, put, isNamedByClient } = resource;
      if (remove === undefined || creator(resource) === undefined) continue;
      if (get !== undefined)
        yield mustCase(`deleted-gone/${remove.id}`, async (trial, context) => {
          const { shown: answer } = await removed(trial, { resource, remove }, context);
          if (answer !== undefined && isSuccess(answer))
            violated(
              `the server still shows what ${remove.id} deleted`,
              statuses("404 or 410", answer.status),
            );
        });
      for (const change of [patch, isNamedByClient ? undefined : put])
        if (change !== undefined)
          yield mustCase(`deleted-gone/${remove.id}/${change.id}`, async (trial, context) => {
            const { fixtures } = context;
            const body = bodyValue((await fixtures.accepted(trial, change)).call);
            const {
              instance: { names },
            } = await removed(trial, { resource, remove }, context);
            const path = await fixtures.call(trial, change, { names });
            const type = fixtures.bodies.mediaType(change);
            const answer = await trial.call(change, { ...path, body: { type, value: body } });
            // A PUT may make it again.
            if (isSuccess(answer) && answer.status !== 201)
              violated(
                `the server accepts ${change.id} for what ${remove.id} deleted`,
                statuses("404 or 410", answer.status),
              );
          });
      for (const inner of session.contract.operations.filter((each) => isInner(each, resource)))
        yield mustCase(`deleted-gone/${remove.id}/${inner.id}`, async (trial, context) => {
          const { fixtures } = context;
          const candidate = fixtures.learned.likeliest(inner);
          const type = fixtures.bodies.mediaType(inner);
          const {
            instance: { names },
          } = await removed(trial, { resource, remove }, context);
          const path = await fixtures.call(trial, inner, { names });
          const body =
            candidate && type !== undefined
              ? { type, value: await fixtures.filled(trial, inner, candidate) }
              : undefined;
          const answer = await trial.call(inner, { ...path, ...(body !== undefined && { body }) });
          const isEmpty = listItems(answer.value)?.length === 0;
          if (isSuccess(answer) && inner.method === "POST" && resource.get !== undefined) {
            const { answer: item } = await getItem(trial, { resource, names }, context);
            if (isSuccess(item))
              return untried(`needs an operation other than ${inner.id}, which restores what was deleted`);
          }
          if (isSuccess(answer))
            violated(`the server accepts ${inner.id} below what ${remove.id} deleted`, {
              ...statuses("404 or 410", answer.status),
              ...(isEmpty && { level: "should" as const }),
            });
        });
      if (resource.list !== undefined) {
        const { list } = resource;
        yield mustCase(`deleted-unlisted/${remove.id}`, async (trial, context) => {
          const { instance } = await removed(trial, { resource, remove }, context);
          const all = await listedNames(trial, { resource, list, parents: listNames(instance) }, context);
          if (all.found.has(String(instance.names.at(-1))))
            violated(`the list of ${list.id} still has what ${remove.id} deleted`);
        });
      }
      yield shouldCase(`deleted-twice/${remove.id}`, async (trial, context) => {
        const {
          instance: { names },
        } = await removed(trial, { resource, remove }, context);
        const again = await trial.call(remove, await context.fixtures.call(trial, remove, { names }));
        if (!isSuccess(again) && again.status !== 404 && again.status !== 410)
          violated(
            `the server answers ${remove.id} a second time with ${again.status}`,
            statuses("404, 410 or a success", again.status),
          );
      });
    }
  },
};

/** Whether an operation is about an item, without being one of its own: `/books/{id}/reviews`, `/orders/{id}/cancel`. */
export function isInner({ path }: ApiOperation, { path: item }: ApiResource): boolean {
  return path.startsWith(`${item}/`) && itemPrefixes(path).at(-1) === item;
}

interface Removal {
  readonly resource: ApiResource;
  readonly remove: ApiOperation;
}

/** An item that was made and deleted, and the answer that shows it then. Throws `ApiUntried` if it lives on in another state, as one that is cancelled or in the trash does. */
async function removed(trial: Trial, { resource, remove }: Removal, context: CheckContext) {
  const instance = await context.fixtures.make(trial, resource);
  const before = resource.get === undefined ? undefined : await readItem(trial, instance, context);
  const answer = await context.fixtures.items.remove(trial, instance);
  if (answer === undefined) return untried("needs a DELETE");
  demandSuccess(answer, remove);
  if (answer.status === 202) return untried(`needs a deletion at once, and ${remove.id} answers 202`);
  if (before === undefined) return { instance, shown: undefined };
  // What the DELETE itself answers says nothing: the item may be as it was.
  const { answer: after } = await getItem(trial, instance, context);
  const left = itemValue(after.value, resource);
  if (isSuccess(after) && isRecord(left) && isChanged(before, left))
    return untried(`needs a deletion, and ${remove.id} leaves an item that it has changed`);
  return { instance, shown: after };
}

function isChanged(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  const [names, others] = [before, after].map((each) => Object.keys(each).sort().join(" "));
  return names !== others || contentDifference(settled(before), settled(after)) !== undefined;
}
