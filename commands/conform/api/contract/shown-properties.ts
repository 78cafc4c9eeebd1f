import { below, childPlaces } from "../../../../reader/documents/place.js";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import { applied, declaredProperties } from "../values/value-places.js";
import type { ApiContract } from "./api-contract.js";
import type { ApiResource } from "./api-resources.js";

/** The members that the contract declares for an item in the answers to its GET. */
export function shownProperties(
  { get }: Pick<ApiResource, "get">,
  contract: Pick<ApiContract, "answerNode">,
): readonly (readonly [name: string, node: Node])[] {
  return (get?.declared.responses ?? [])
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => childPlaces(below(response, "content")))
    .flatMap(([, media]) => {
      const node = contract.answerNode(below(media, "schema"));
      return node === undefined ? [] : declaredProperties(applied(node, {}));
    });
}
