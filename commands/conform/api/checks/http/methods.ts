import { below, childPlaces } from "../../../../../reader/documents/place.js";
import type { ApiContract, ApiOperation } from "../../contract/api-contract.js";
import { type ApiResource, sameTemplate } from "../../contract/api-resources.js";
import { hasInOrder, infoText, statements } from "../../contract/contract-words.js";
import { writeCall } from "../../request/call-arguments.js";
import { answerHeader, isSuccess } from "../../run/api-session.js";
import { ApiUntried, statuses } from "../../run/finding.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  getItem,
  mustCase,
  untried,
  violated,
} from "../api-check.js";
import { creator, differenceText } from "../items/lifecycle.js";
import { settled } from "../items/same-content.js";
import { isSlow } from "../states/effects.js";

/** Methods that are tried where the contract doesn't declare them. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** A method that the contract doesn't declare isn't served. */
export const undeclaredMethods: ApiCheck = {
  name: "method",
  rule: "A method that the contract doesn't declare for a path is refused, 405 with Allow (RFC 9110, section 15.5.6).",
  *cases({ contract }) {
    const seen = new Set<string>();
    for (const { path } of contract.operations) {
      const plain = path.replace(/\{[^{}]*\}/g, "{}");
      if (seen.has(plain)) continue;
      seen.add(plain);
      const own = contract.operations.filter((each) => sameTemplate(each.path, path));
      // Another template may match the same path.
      const rivals = contract.operations.filter(
        (each) => !sameTemplate(each.path, path) && mayMatch(each.path, path),
      );
      for (const method of methods) {
        if ([...own, ...rivals].some((each) => each.method === method)) continue;
        yield mustCase(`method/${path.slice(1)}/${method}`, async (trial, { fixtures }) => {
          const [operation] = own;
          if (operation === undefined) return;
          const before = await shownItem(trial, operation, fixtures);
          const isItem = before?.resource.path === path;
          const written = writeCall(
            operation,
            await fixtures.call(trial, operation, isItem ? { names: before.names } : {}),
          );
          if (written === undefined) return untried(`needs a value for the path ${path}`);
          const target = written.request.target.split("?", 1)[0] ?? "";
          const hasBody = method !== "GET" && method !== "DELETE";
          const headers = [
            ["accept", "application/json"] as const,
            ...(hasBody ? [["content-type", "application/json"] as const] : []),
          ];
          const answer = await trial.send({
            method,
            target,
            headers,
            body: new TextEncoder().encode(hasBody ? "{}" : ""),
          });
          const effect = before && (await effectOn(trial, before, fixtures));
          if (effect !== undefined)
            violated(`${method} for ${path}, which the contract doesn't declare, has an effect: ${effect}`);
          if (isSuccess(answer))
            violated(
              `the server accepts ${method} for ${path}, which the contract doesn't declare`,
              // An API may be larger than its document.
              { ...statuses("405", answer.status), level: "should" },
            );
          if (answer.status >= 500 && answer.status !== 501)
            violated(
              `the server fails at ${method} for ${path}, which the contract doesn't declare`,
              statuses("405", answer.status),
            );
          if (answer.status === 404 && saysMethod(contract) && (before !== undefined || !path.includes("{")))
            violated(
              `the server answers ${method} for ${path} as if there were nothing, and the contract has 405 for it`,
              statuses("405", answer.status),
            );
          if (answer.status !== 405) return;
          const allow = answerHeader(answer, "allow");
          if (allow === undefined)
            return violated(
              `the server answers ${method} for ${path} with 405, but without Allow, which RFC 9110 demands`,
            );
          const listed = allow.split(",").map((each) => each.trim().toUpperCase());
          const missing = own.find((each) => !listed.includes(each.method));
          if (missing !== undefined)
            violated(`the server lists ${allow} in Allow for ${path}, which lacks ${missing.method}`, {
              level: "should",
            });
          if (listed.includes(method))
            violated(`the server answers ${method} for ${path} with 405, and lists it in Allow`);
        });
      }
    }
  },
};

/** Whether the contract says in words that a method which it doesn't have is answered 405. */
function saysMethod(contract: ApiContract): boolean {
  return statements(infoText(contract)).some((each) => hasInOrder(each, [/\bmethods?\b/i, /\b405\b/]));
}

/** An item as it was shown. */
interface ShownItem {
  readonly resource: ApiResource;
  readonly names: readonly unknown[];
  readonly value: unknown;
}

/** An item at an operation's path, or of its collection; `undefined` if none can be read. */
async function shownItem(
  trial: Trial,
  { path }: ApiOperation,
  fixtures: CheckContext["fixtures"],
): Promise<ShownItem | undefined> {
  const { resources } = fixtures.session;
  const resource = resources.find((each) => each.path === path || sameTemplate(each.collection, path));
  if (resource?.get === undefined) return undefined;
  try {
    // One that nothing else needs.
    const { names, answer: made } =
      creator(resource) === undefined
        ? await fixtures.shared(trial, resource)
        : await fixtures.make(trial, resource);
    const { answer } = await getItem(trial, { resource, names }, { fixtures });
    // What is still being made changes by itself.
    const value = made?.status === 202 ? undefined : answer.value;
    return isSuccess(answer) ? { resource, names, value } : undefined;
  } catch (error) {
    if (error instanceof ApiUntried) return undefined;
    throw error;
  }
}

/** How an item has changed, in words; `undefined` if it is as it was. */
async function effectOn(
  trial: Trial,
  { resource, names, value }: ShownItem,
  fixtures: CheckContext["fixtures"],
): Promise<string | undefined> {
  const { answer } = await getItem(trial, { resource, names }, { fixtures });
  if (answer.status === 404 || answer.status === 410) {
    fixtures.items.forget(resource);
    return "the item is gone";
  }
  if (!isSuccess(answer) || !isRecord(value) || isSlow(resource)) return undefined;
  return differenceText(settled(value), answer.value);
}

function mayMatch(one: string, other: string): boolean {
  const [a, b] = [one.split("/"), other.split("/")];
  return (
    a.length === b.length &&
    a.every((segment, index) => segment.includes("{") || b[index]?.includes("{") || segment === b[index])
  );
}

/** A path that the contract doesn't have isn't served. */
export const unknownPath: ApiCheck = {
  name: "unknown-path",
  rule: "A path that no API has is answered with a status from 400 to 499.",
  *cases() {
    yield mustCase("unknown-path", async (trial, context) => {
      const headers = [["accept", "application/json"] as const];
      const answer = await trial.send({
        method: "GET",
        target: "/oipkit-no-such-path",
        headers,
        body: new Uint8Array(),
      });
      if (answer.status >= 500)
        violated("the server fails at a path that it doesn't have", statuses("404", answer.status));
      // Pages of an application are often served for any path.
      const types = context.contract.operations.flatMap(errorTypes);
      const type = answerHeader(answer, "content-type") ?? "";
      if (
        !isSuccess(answer) &&
        /^text\/html/i.test(type) &&
        types.length > 0 &&
        types.every((each) => /json/i.test(each))
      )
        violated(
          "the server answers a path that it doesn't have in HTML, and all errors of the contract are JSON",
          {
            level: "should",
          },
        );
      if (isSuccess(answer))
        violated("the server answers a path that it doesn't have with a success", {
          ...statuses("404", answer.status),
          level: "should",
        });
    });
  },
};

/** The media types of the refusals that an operation declares. */
function errorTypes({ declared }: ApiOperation): readonly string[] {
  return declared.responses
    .filter(([status]) => status.startsWith("4"))
    .flatMap(([, place]) => childPlaces(below(place, "content")).map(([type]) => type));
}

/** HEAD is like GET without the body. */
export const head: ApiCheck = {
  name: "head",
  rule: "HEAD, if it is served, has the status and the media type of GET, and no body (RFC 9110, section 9.3.2).",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      if (operation.method !== "GET" || hasOwnHead(contract.operations, operation)) continue;
      yield mustCase(`head/${operation.id}`, async (trial, { fixtures }) => {
        const call = await fixtures.call(trial, operation);
        const get = await trial.call(operation, call);
        demandSuccess(get, operation);
        const answer = await trial.call(operation, call, { method: "HEAD" });
        const isServed = ![401, 403, 404, 405, 501].includes(answer.status);
        if (!isServed && saysHead(contract))
          return violated(
            `the server doesn't serve HEAD of ${operation.path}, and the contract says that it works like GET`,
            statuses(String(get.status), answer.status),
          );
        if (!isServed && (await isUsual(trial, operation, fixtures)))
          return violated(
            `the server doesn't serve HEAD of ${operation.path}, and most other paths have it`,
            {
              ...statuses(String(get.status), answer.status),
              level: "should",
            },
          );
        if (!isServed)
          return untried(`needs HEAD of ${operation.path}, and the server answers ${answer.status}`);
        if (answer.status !== get.status)
          violated(
            `the server answers HEAD of ${operation.path} with another status than GET`,
            statuses(String(get.status), answer.status),
          );
        const [type, own] = [get, answer].map((each) => answerHeader(each, "content-type"));
        if (own !== undefined && type !== own)
          violated(
            `the server answers HEAD of ${operation.path} with the media type ${own}, and GET with ${type ?? "none"}`,
          );
      });
    }
  },
};

/** Whether the contract says in words that there is HEAD wherever there is GET. */
function saysHead(contract: ApiContract): boolean {
  return statements(infoText(contract)).some(
    (each) =>
      hasInOrder(each, [/\bHEAD\b/, /\b(?:wherever|everywhere|all|every|each|any|like|as)\b/, /\bGET\b/]) &&
      !/\bbut\b|\bexcept\b/.test(each),
  );
}

/** Other paths that are asked. */
const mostOthers = 8;

/** Whether most other paths that GET reads have HEAD. */
async function isUsual(
  trial: Trial,
  operation: ApiOperation,
  fixtures: CheckContext["fixtures"],
): Promise<boolean> {
  let served = 0;
  const others = fixtures.session.contract.operations.filter(
    (each) => each.method === "GET" && each !== operation,
  );
  for (const other of others.slice(0, mostOthers)) {
    const answer = await trial.call(other, await fixtures.call(trial, other), { method: "HEAD" });
    if (isSuccess(answer)) served++;
  }
  return served > Math.min(others.length, mostOthers) / 2;
}

function hasOwnHead(operations: readonly ApiOperation[], { path }: ApiOperation): boolean {
  return operations.some((each) => each.method === "HEAD" && each.path === path);
}
