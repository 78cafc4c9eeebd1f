import { isDeepStrictEqual } from "node:util";
import { toPointer } from "@oipkit/runtime/json-pointer";
import { below } from "../../../../reader/documents/place.js";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, writtenMedia } from "../contract/api-contract.js";
import type { ApiResource } from "../contract/api-resources.js";
import { bodyValue, type CallArguments } from "../request/call-arguments.js";
import { shiftedDates } from "../values/shifted-dates.js";
import { recoded, renamedValue, uniqueValue } from "../values/unique-values.js";
import { type ValuePath, valueAtPath, valuePlaces, withValueAt } from "../values/value-places.js";
import type { ApiSession } from "./api-session.js";
import { isRecord } from "./item-names.js";
import { isOwnName, referenceAt, referenceSource } from "./references.js";

/** How a body is filled. */
interface FillOptions {
  /** The values of the path's parameters, outermost first. */
  readonly names: readonly unknown[];
  /** Whether its dates are others in each body. */
  readonly isShifted: boolean;
  /** The name of an item; `undefined` if there is no way to make one. */
  readonly refer: (resource: ApiResource) => Promise<unknown>;
}

/** The body with an item's name at a place, as a number if it must be one; `undefined` if it can't be there. */
function withName(
  node: Node,
  body: unknown,
  { path, name }: { readonly path: ValuePath; readonly name: unknown },
): unknown {
  return [name, Number(name)]
    .map((each) => withValueAt(body, path, each))
    .find((changed) => holds(node, changed));
}

const zeroUuid = "00000000-0000-4000-8000-000000000000";

/** Makes valid bodies of valid bodies. */
export class BodyVariants {
  constructor(readonly session: ApiSession) {}

  /** The schema of the bodies that are sent; `undefined` if there is none that can be used. */
  node(operation: ApiOperation): Node | undefined {
    const media = writtenMedia(operation);
    return media && this.session.contract.requestNode(below(media.place, "schema"));
  }

  /** A body like a candidate, with names that no other item has, and with references to items that exist. */
  async filled(
    operation: ApiOperation,
    value: unknown,
    { names, isShifted, refer }: FillOptions,
  ): Promise<unknown> {
    const node = this.node(operation);
    if (node === undefined) return value;
    const number = this.session.freshNumber();
    let body = uniqueValue(node, value, number);
    if (isShifted) body = shiftedDates(node, body, 1 + (number % 3000));
    const references = referenceSource(this.session, operation);
    for (const { path, value: own } of valuePlaces(node, body)) {
      if (operation !== references.own?.create && isOwnName(path, references.own)) {
        body = withName(node, body, { path, name: names.at(-1) ?? valueAtPath(value, path) }) ?? body;
        continue;
      }
      if (
        operation === references.own?.create &&
        typeof own === "number" &&
        isOwnName(path, references.own)
      ) {
        // The name of a new item, which the server chooses if it may.
        const free = [withValueAt(body, path, undefined), withValueAt(body, path, 1_000_000 + number)];
        body = free.find((each) => holds(node, each)) ?? body;
        continue;
      }
      const { resource } = (typeof own === "object" ? undefined : referenceAt(path, references)) ?? {};
      if (resource === undefined) continue;
      const name = await refer(resource);
      // What refers to something that can't be made is better left out.
      if (name === undefined && typeof path.at(-1) !== "string") continue;
      body = withName(node, body, { path, name }) ?? body;
    }
    return body;
  }

  /** The call with names that no other item has, in its body; edges of lengths stay. */
  renamed(operation: ApiOperation, call: CallArguments): CallArguments {
    const node = this.node(operation);
    const value = bodyValue(call);
    if (node === undefined || value === undefined || call.body === undefined) return call;
    const references = referenceSource(this.session, operation);
    const { own } = references;
    return {
      ...call,
      body: {
        type: call.body.type,
        value: renamedValue(node, value, {
          number: this.session.freshNumber(),
          isKept: (path) =>
            this.session.options.given.isGiven(operation, path) ||
            referenceAt(path, references)?.resource !== undefined ||
            (operation !== own?.create && isOwnName(path, own)),
        }),
      },
    };
  }

  /** The call without the optional members of its body other than one; `undefined` if there are none. */
  withoutOthers(
    operation: ApiOperation,
    call: CallArguments,
    kept: string | number | undefined,
  ): CallArguments | undefined {
    const node = this.node(operation);
    let body = bodyValue(call);
    if (node === undefined || kept === undefined || !isRecord(body)) return undefined;
    const before = body;
    for (const name of Object.keys(before)) {
      const without = name === kept ? body : withValueAt(body, [name], undefined);
      if (holds(node, without)) body = without;
    }
    if (isDeepStrictEqual(body, before)) return undefined;
    return { ...call, body: { type: call.body?.type, value: body } };
  }

  /** The name of an item of a resource that a body has; `undefined` if it has none. */
  referenceTo(operation: ApiOperation, resource: ApiResource, body: unknown): unknown {
    const node = this.node(operation);
    if (node === undefined) return undefined;
    const references = referenceSource(this.session, operation);
    return valuePlaces(node, body).find(
      ({ path, value }) => typeof value !== "object" && referenceAt(path, references)?.resource === resource,
    )?.value;
  }

  /** The body with another item's name in place of one; `undefined` if it names none. */
  withReference(
    operation: ApiOperation,
    body: unknown,
    { resource, name }: { readonly resource: ApiResource; readonly name: unknown },
  ): unknown {
    const node = this.node(operation);
    if (node === undefined) return undefined;
    const references = referenceSource(this.session, operation);
    for (const { path, value } of valuePlaces(node, body)) {
      if (typeof value === "object" || referenceAt(path, references)?.resource !== resource) continue;
      const changed = withName(node, body, { path, name });
      if (changed !== undefined) return changed;
    }
    for (const [key, each] of references.described) {
      const [member = "", index, ...inner] = key.split(" ");
      if (each !== resource || inner.length > 0) continue;
      const start = index === undefined ? body : withValueAt(body, [member], []);
      const path = index === undefined ? [member] : [member, 0];
      const changed = withName(node, start, { path, name });
      if (changed !== undefined) return changed;
    }
    return undefined;
  }

  /** The body with a name that no item has in place of one, and where; `undefined` if it names none. */
  withUnknownReference(
    operation: ApiOperation,
    body: unknown,
  ): { readonly pointer: string; readonly body: unknown } | undefined {
    const node = this.node(operation);
    if (node === undefined) return undefined;
    const references = referenceSource(this.session, operation);
    for (const { path, value } of valuePlaces(node, body)) {
      const { resource } = (typeof value === "object" ? undefined : referenceAt(path, references)) ?? {};
      if (resource === undefined || isOwnName(path, references.own)) continue;
      const number = 7_000_000 + this.session.freshNumber();
      const other =
        typeof value === "number" ? 987_000_000 + (number % 1000) : recoded(String(value), number);
      const changed = withValueAt(body, path, other);
      if (other !== value && holds(node, changed))
        return { pointer: toPointer(path.map(String)), body: changed };
    }
    // Members that the body lacks, or that are null.
    for (const path of references.described.keys()) {
      const number = 7_000_000 + this.session.freshNumber();
      const changed = [987_000_000 + (number % 1000), recoded(zeroUuid, number), `oipkit-${number}`]
        .map((other) => withValueAt(body, [path], other))
        .find((each) => !path.includes(" ") && holds(node, each));
      if (changed !== undefined) return { pointer: toPointer([path]), body: changed };
    }
    return undefined;
  }

  /** The media type of the bodies that are sent. */
  mediaType(operation: ApiOperation): string | undefined {
    return writtenMedia(operation)?.type;
  }
}
