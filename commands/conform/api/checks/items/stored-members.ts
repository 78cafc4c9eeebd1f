import { branches } from "../../../../../reader/documents/joint-schemas.js";
import { below, childPlaces, type Place } from "../../../../../reader/documents/place.js";
import { isSchemaObject } from "../../../../../reader/documents/schema-walk.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { type ApiContract, type ApiOperation, writtenMedia } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import { madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord, itemValue } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { withValueAt } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  readItem,
  untried,
  violated,
} from "../api-check.js";
import { baseCall } from "../base-call.js";
import { creator, differenceText } from "./lifecycle.js";

/** A member of an item, by its schema. */
interface ItemMember {
  readonly name: string;
  readonly schema: Place;
}

/** The members that the answers of an operation declare for an item. */
function shownMembers({ contracts }: ApiContract, { declared }: ApiOperation): readonly ItemMember[] {
  return declared.responses
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, place]) => childPlaces(below(place, "content")))
    .flatMap(([, media]) => members(contracts, below(media, "schema")));
}

function members(contracts: ApiContract["contracts"], schema: Place): readonly ItemMember[] {
  return branches(contracts, schema).flatMap((place) =>
    childPlaces(below(place, "properties")).map(([name, property]) => ({ name, schema: property })),
  );
}

function declaredKeyword(contract: ApiContract, schema: Place, keyword: string): unknown {
  for (const { value } of branches(contract.contracts, schema))
    if (isSchemaObject(value) && value[keyword] !== undefined) return value[keyword];
  return undefined;
}

/** The default that the contract declares for a member of an operation's body. */
export function memberDefault(contract: ApiContract, operation: ApiOperation, name: string): unknown {
  const media = writtenMedia(operation);
  const own =
    media && members(contract.contracts, below(media.place, "schema")).find((each) => each.name === name);
  return own && declaredKeyword(contract, own.schema, "default");
}

/** Clients can't set what is the server's own. */
export const readOnlyMembers: ApiCheck = {
  name: "read-only",
  rule: "A member that the contract marks as readOnly, or declares in answers alone, isn't taken from a request.",
  *cases({ contract, session }) {
    for (const resource of session.resources) {
      const create = creator(resource);
      const { get } = resource;
      if (create === undefined || get === undefined) continue;
      for (const operation of [create, resource.put, resource.patch]) {
        const media = operation && writtenMedia(operation);
        if (operation === undefined || media === undefined) continue;
        const own = [create, resource.put, resource.patch].flatMap((each) => {
          const sentMedia = each && writtenMedia(each);
          return sentMedia === undefined ? [] : members(contract.contracts, below(sentMedia.place, "schema"));
        });
        for (const { name, schema } of shownMembers(contract, get)) {
          const sent = own.find((each) => each.name === name);
          const isMarked = [schema, ...(sent === undefined ? [] : [sent.schema])].some(
            (each) => declaredKeyword(contract, each, "readOnly") === true,
          );
          if (!isMarked && sent !== undefined) continue;
          yield {
            id: `read-only/${operation.id}/${name}`,
            level: isMarked ? "must" : "should",
            run: (trial, context) => sendOwn(trial, { resource, operation, name }, context),
          };
        }
      }
    }
  },
};

interface OwnMember {
  readonly resource: ApiResource;
  readonly operation: ApiOperation;
  readonly name: string;
}

async function sendOwn(
  trial: Trial,
  { resource, operation, name }: OwnMember,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const model = await fixtures.make(trial, resource);
  const before = await readItem(trial, model, context);
  const other = otherValue(before[name]);
  if (other === undefined) return untried(`needs an item with \`${name}\``);
  const base = await baseCall(trial, operation, fixtures);
  const isChange = operation !== creator(resource);
  const path =
    isChange || resource.isNamedByClient
      ? await fixtures.call(trial, operation, { names: model.names })
      : base;
  const body = bodyValue(base);
  if (!isRecord(body)) return untried(`needs a body of ${operation.id}`);
  const call = { ...withBody(base, withValueAt(body, [name], other)), parameters: path.parameters };
  const answer = await trial.call(operation, call);
  if (!isSuccess(answer)) return;
  const instance = isChange ? model : madeInstance(resource, call, answer);
  if (instance === undefined) return untried("needs the id of a new item");
  const shown = await readItem(trial, instance, context);
  if (differenceText(other, shown[name]) === undefined)
    violated(`the server takes \`${name}\` from a request of ${operation.id}, which is its own to set`);
}

/** A value like another one, and far from it. */
function otherValue(value: unknown): unknown {
  // The sum of a huge number is that number.
  if (typeof value === "number") return value + 77_777 === value ? undefined : value + 77_777;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string" || value === "") return undefined;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return "2001-02-03T04:05:06Z";
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return "2001-02-03";
  // The next ids of a server that counts are near.
  const [, prefix, count] = /^(\D*)(\d{1,9})$/.exec(value) ?? [];
  if (count !== undefined) return `${prefix}${Number(count) + 77_777}`;
  const last = [...value.matchAll(/[A-Za-z0-9]/g)].at(-1);
  if (last === undefined) return value;
  return `${value.slice(0, last.index)}${last[0] === "7" ? "8" : "7"}${value.slice(last.index + 1)}`;
}

/** Members that are left out have their declared default. */
export const defaults: ApiCheck = {
  name: "default",
  rule: "A member that a new item was made without has the default that the contract declares.",
  *cases({ contract, session }) {
    for (const resource of session.resources) {
      const create = creator(resource);
      const media = create && writtenMedia(create);
      if (create === undefined || media === undefined || resource.get === undefined) continue;
      const shown = new Set(shownMembers(contract, resource.get).map(({ name }) => name));
      for (const { name, schema } of members(contract.contracts, below(media.place, "schema"))) {
        const usual = declaredKeyword(contract, schema, "default");
        if (usual === undefined || !shown.has(name)) continue;
        yield {
          id: `default/${create.id}/${name}`,
          level: "must",
          run: async (trial, context) => {
            const { fixtures } = context;
            const names = create.method === "PUT" ? (await fixtures.make(trial, resource)).names : undefined;
            const base = await baseCall(trial, create, fixtures);
            const body = withValueAt(bodyValue(base), [name], undefined);
            const node = contract.requestNode(below(media.place, "schema"));
            if (node === undefined || !holds(node, body))
              return untried(`needs a body of ${create.id} without \`${name}\``);
            const parameters =
              names === undefined
                ? base.parameters
                : (await fixtures.call(trial, create, { names })).parameters;
            const call = { ...withBody(base, body), parameters };
            const answer = await trial.call(create, call);
            demandSuccess(answer, create);
            const instance = madeInstance(resource, call, answer);
            const item =
              instance === undefined
                ? itemValue(answer.value, resource)
                : await readItem(trial, instance, context);
            const own = item?.[name];
            if (own === undefined || own === null) return untried(`needs an item that shows \`${name}\``);
            const difference = differenceText(usual, own);
            if (difference !== undefined)
              violated(
                `\`${name}\` of an item that ${create.id} made without it isn't the default of the contract: ${difference}`,
              );
          },
        };
      }
    }
  },
};
