import { isDeepStrictEqual } from "node:util";
import { below } from "../../../../reader/documents/place.js";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, writtenMedia } from "../contract/api-contract.js";
import { bodyValue, type CallArguments } from "../request/call-arguments.js";
import { renamedValue } from "../values/unique-values.js";
import { withValueAt } from "../values/value-places.js";
import type { ApiSession } from "./api-session.js";
import { isRecord } from "./item-names.js";
import { referenceAt } from "./references.js";

/** Makes valid bodies of valid bodies. */
export class BodyVariants {
  constructor(readonly session: ApiSession) {}

  /** The schema of the bodies that are sent; `undefined` if there is none that can be used. */
  node(operation: ApiOperation): Node | undefined {
    const media = writtenMedia(operation);
    return media && this.session.contract.requestNode(below(media.place, "schema"));
  }

  /** The call with names that no other item has, in its body; edges of lengths stay. */
  renamed(operation: ApiOperation, call: CallArguments): CallArguments {
    const node = this.node(operation);
    const value = bodyValue(call);
    if (node === undefined || value === undefined || call.body === undefined) return call;
    return {
      ...call,
      body: {
        type: call.body.type,
        value: renamedValue(node, value, {
          number: this.session.freshNumber(),
          isKept: (path) => referenceAt(path, this.session.resources)?.resource !== undefined,
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

  /** The media type of the bodies that are sent. */
  mediaType(operation: ApiOperation): string | undefined {
    return writtenMedia(operation)?.type;
  }
}
