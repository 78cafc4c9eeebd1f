import type { ApiOperation } from "../../contract/api-contract.js";
import { declaresStatus, statusText } from "../../contract/api-contract.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import { pathNames } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord } from "../../run/item-names.js";
import { valuePlaces } from "../../values/value-places.js";
import { type ApiCase, type ApiCheck, getItem, mustCase, untried, violated } from "../api-check.js";
import { refusedWithoutEffect } from "../states/effects.js";
import { creator } from "./lifecycle.js";

/** Refusals of a call that comes too late. */
const tooLate: readonly number[] = [400, 404, 409, 410, 412, 422, 423];

/** What can be done once isn't done twice. */
export const actionTwice: ApiCheck = {
  name: "action-twice",
  rule: "An action for which the contract declares 409 because it has happened already is refused the second time.",
  *cases({ contract, fixtures }) {
    for (const operation of contract.operations) {
      const level = repetitionLevel(operation);
      const resource = fixtures.resourceAt(operation.path);
      if (level === undefined || resource === undefined || operation.path === resource.path) continue;
      if (operation.method !== "POST" || fixtures.isCreator(operation)) continue;
      yield {
        id: `action-twice/${operation.id}`,
        level,
        run: async (trial, own) => {
          const { call } = await own.fixtures.accepted(trial, operation, { isFresh: true });
          // A body that chooses what happens may choose the same twice.
          const node = own.fixtures.bodies.node(operation);
          const isChosen =
            node !== undefined &&
            valuePlaces(node, bodyValue(call)).some(({ nodes }) =>
              nodes.some((each) => each.enum !== undefined),
            );
          if (isChosen && level === "should")
            return untried(`needs a call of ${operation.id} whose body doesn't choose what happens`);
          const names = pathNames(operation, call);
          const send = async (): Promise<ApiAnswer> =>
            trial.call(operation, await own.fixtures.renewed(trial, operation, { call }));
          const again = await refusedWithoutEffect(trial, { operation, names }, { context: own, send });
          if (isSuccess(again))
            violated(
              `the server carries out ${operation.id} twice for one item, for which the contract declares 409: ${statusText(operation, 409).slice(0, 100)}`,
              statuses("409", again.status),
            );
        },
      };
    }
  },
};

/** `must` if the contract says that the operation itself has happened already: "It is cancelled already" of `/cancel`. */
function repetitionLevel(operation: ApiOperation): ApiCase["level"] | undefined {
  if (!declaresStatus(operation, 409)) return undefined;
  const text = statusText(operation, 409).toLowerCase();
  if (!/\balready\b|\btwice\b|\bagain\b/.test(text)) return undefined;
  const verb = (operation.path.split("/").at(-1) ?? "").toLowerCase();
  const stem = verb.slice(0, Math.max(4, verb.length - 2));
  return verb.length >= 4 && text.includes(stem) ? "must" : "should";
}

/** What must be unique is. */
export const conflict: ApiCheck = {
  name: "conflict",
  rule: "A second item with the same content is refused where the contract declares 409 for what exists already.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { create } = resource;
      if (create === undefined || !declaresStatus(create, 409)) continue;
      const text = statusText(create, 409);
      if (
        !/\b(?:already|exists?|taken|duplicates?|unique|same|overlaps?|has (?:this|the|such))\b/i.test(text)
      )
        continue;
      yield {
        id: `conflict/${create.id}`,
        level: saysUnique(text) ? "must" : "should",
        run: async (trial, context) => {
          const { fixtures } = context;
          const { call } = await fixtures.accepted(trial, create, { isRich: true });
          const names = pathNames(create, call);
          const send = async (): Promise<ApiAnswer> =>
            trial.call(create, await fixtures.renewed(trial, create, { call }));
          const again = await refusedWithoutEffect(trial, { operation: create, names }, { context, send });
          if (isSuccess(again))
            violated(
              `the server accepts the same body of ${create.id} twice, for which the contract declares 409: ${statusText(create, 409).slice(0, 100)}`,
              statuses("409", again.status),
            );
        },
      };
    }
  },
};

/** Whether a contract says without doubt that a second item of the same content can't be. */
export function saysUnique(text: string): boolean {
  return (
    /\b(?:already (?:exists|taken|used|registered|in use)|exists already|is taken|duplicates?|unique)\b/i.test(
      text,
    ) || /\b(?:overlaps|has (?:this|the same|that))\b/i.test(text)
  );
}

/** An item can be replaced by itself. */
export const putSame: ApiCheck = {
  name: "put-same",
  rule: "Replacing an item by the content that it has isn't a conflict.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { put } = resource;
      if (put === undefined || creator(resource) === undefined) continue;
      yield mustCase(`put-same/${put.id}`, async (trial, { fixtures }) => {
        const { names } = await fixtures.make(trial, resource);
        const { call } = await fixtures.accepted(trial, put, { names, isRich: true });
        const again = await trial.call(put, await fixtures.renewed(trial, put, { call }));
        if (again.status === 409 || again.status === 422 || again.status === 400)
          violated(
            `the server refuses ${put.id} with the content that the item has, though it has accepted it before`,
            statuses("a success", again.status),
          );
      });
    }
  },
};

/** A PUT makes what its path names. */
export const putCreates: ApiCheck = {
  name: "put-creates",
  rule: "A PUT that makes an item makes it under the name in its path.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { put, get, create } = resource;
      if (put === undefined || get === undefined || create === undefined || !declaresStatus(put, 201))
        continue;
      yield mustCase(`put-creates/${put.id}`, async (trial, { fixtures }) => {
        const { names } = await fixtures.items.make(trial, {
          ...resource,
          create: undefined,
          isNamedByClient: true,
        });
        const { answer } = await getItem(trial, { resource, names }, { fixtures });
        if (answer.status === 404 || answer.status === 410)
          violated(
            `the server doesn't find what ${put.id} has made under its name`,
            statuses("a success", answer.status),
          );
      });
    }
  },
};

/** Ids aren't given twice. */
export const idReused: ApiCheck = {
  name: "id-reused",
  rule: "The id of an item that was deleted isn't given to a new one.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { create, remove } = resource;
      if (create === undefined || remove === undefined) continue;
      yield {
        id: `id-reused/${remove.id}`,
        level: "should",
        run: async (trial, { fixtures }) => {
          const first = await fixtures.make(trial, resource);
          const name = String(first.names.at(-1));
          if (isRecord(first.sent) && Object.values(first.sent).some((value) => String(value) === name))
            return untried("needs an id that the server chooses");
          const answer = await fixtures.items.remove(trial, first);
          if (answer === undefined || !isSuccess(answer)) return untried(`needs a success of ${remove.id}`);
          const second = await fixtures.make(trial, resource);
          if (String(second.names.at(-1)) === name)
            violated(
              `the server gives a new item of ${create.id} the id ${name.slice(0, 40)} of one that was deleted`,
            );
        },
      };
    }
  },
};

/** Whether the contract says of a status that what a body names must exist: "A product is unknown", "refers to an agent that …". */
function saysKnown(operation: ApiOperation): boolean {
  const text = [400, 409, 422].map((status) => statusText(operation, status)).join(" ");
  return /\bunknown\b(?! (?:parameter|member|field|propert))|\brefers? to\b|\bisn't the (?:id|name|code|sku|key) of\b|\b(?:doesn't|does not|don't) exist\b/i.test(
    text,
  );
}

/** What a body refers to exists. */
export const unknownReferences: ApiCheck = {
  name: "unknown-reference",
  rule: "A request that names an item which doesn't exist is refused.",
  *cases({ contract, fixtures }) {
    for (const operation of contract.operations) {
      if (fixtures.bodies.mediaType(operation) === undefined || operation.method === "PUT") continue;
      yield {
        id: `unknown-reference/${operation.id}`,
        level: saysKnown(operation) ? "must" : "should",
        run: async (trial, own) => {
          const { call } = await own.fixtures.accepted(trial, operation, { isRich: true });
          // With names of its own, so that it isn't refused as a conflict.
          const renamed = own.fixtures.bodies.renamed(operation, call);
          const other = own.fixtures.bodies.withUnknownReference(operation, bodyValue(renamed));
          if (other === undefined) return untried(`needs a body of ${operation.id} that names another item`);
          const fresh = await own.fixtures.renewed(trial, operation, { call: renamed });
          const names = pathNames(operation, call);
          const send = (): Promise<ApiAnswer> => trial.call(operation, withBody(fresh, other.body));
          const answer = await refusedWithoutEffect(trial, { operation, names }, { context: own, send });
          if (isSuccess(answer))
            violated(
              `the server accepts a request of ${operation.id} in which \`${other.pointer}\` names an item that doesn't exist`,
              statuses(
                tooLate.filter((status) => declaresStatus(operation, status)).join(", "),
                answer.status,
              ),
            );
          const wanted = statusOfUnknown(operation);
          if (wanted !== undefined && wanted !== answer.status && unknownStatuses.includes(answer.status))
            violated(
              `the server refuses a request of ${operation.id} in which \`${other.pointer}\` names an item that doesn't exist by another status than the one for it: ${statusText(operation, wanted).slice(0, 80)}`,
              statuses(String(wanted), answer.status),
            );
        },
      };
    }
  },
};

/** Refusals of a body that names what doesn't exist. */
const unknownStatuses: readonly number[] = [400, 409, 422, 424];

/** The only declared refusal whose description speaks of something unknown; `undefined` if there is none, or several. */
function statusOfUnknown(operation: ApiOperation): number | undefined {
  const found = unknownStatuses.filter(
    (status) =>
      declaresStatus(operation, status) &&
      /\b(?:is|are) unknown\b|\b(?:doesn't|does not|don't) exist\b|\bisn't the id of\b|\bno such\b/i.test(
        statusText(operation, status),
      ),
  );
  return found.length === 1 ? found[0] : undefined;
}
