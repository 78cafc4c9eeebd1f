import type { Contracts } from "../../../reader/documents/contracts.js";
import { pathItemAt, pathItemOperations } from "../../../reader/documents/openapi/path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../../../reader/documents/place.js";
import { bodyMaker } from "../answer/answer-body.js";
import type { MockSchemas } from "../contract/schemas.js";
import { acceptable } from "../request/headers.js";
import type { OutgoingRequest, UnsentRequest } from "./outgoing-request.js";
import { type ExpressionSource, expressionText } from "./runtime-expression.js";

/** Makes the requests that an API sends. */
export interface OutgoingMaker {
  /** The callbacks of an operation, to the URLs that their expressions give. */
  readonly callbacks: (
    operation: Place,
    source: ExpressionSource,
  ) => readonly (OutgoingRequest | UnsentRequest)[];
  /** The webhooks of all documents, each to one URL. */
  readonly webhooks: (url: string) => readonly (OutgoingRequest | UnsentRequest)[];
}

/** Makes the requests with bodies as the contracts describe them: from examples, or from schemas. */
export function outgoingMaker(contracts: Contracts, schemas: MockSchemas): OutgoingMaker {
  const makeBody = bodyMaker(schemas);
  const itemRequests = (
    { name, kind, item }: Pick<OutgoingRequest, "name" | "kind"> & { readonly item: Place },
    url: string | undefined,
  ): readonly (OutgoingRequest | UnsentRequest)[] =>
    pathItemOperations(contracts, pathItemAt(contracts, item)).map(({ method, operation }) => {
      if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url))
        return { name, kind, problem: "its expression gives no URL for this request" };
      const statuses = childPlaces(below(operation, "responses")).map(([status]) => status.toUpperCase());
      const head = { name, kind, url, method: method.toUpperCase(), statuses };
      const content = childPlaces(below(dereference(contracts, below(operation, "requestBody")), "content"));
      const [type] = acceptable(
        content.map(([each]) => each),
        undefined,
      );
      const media = content.find(([each]) => each === type)?.[1];
      if (type === undefined || media === undefined) return { ...head, headers: [], body: "" };
      const made = makeBody({ media, type, preferences: {}, seed: "" });
      if (made.kind === "refused") return { name, kind, problem: made.refusal.detail };
      return { ...head, headers: [["content-type", type]], body: made.body };
    });
  return {
    callbacks: (operation, source) => {
      if (!Object.hasOwn(operation.value as object, "callbacks")) return [];
      return childPlaces(below(operation, "callbacks")).flatMap(([name, reference]) =>
        childPlaces(dereference(contracts, reference))
          .filter(([expression]) => !expression.startsWith("x-"))
          .flatMap(([expression, item]) =>
            itemRequests({ name, kind: "callback", item }, expressionText(expression, source)),
          ),
      );
    },
    webhooks: (url) =>
      contracts.openapi.flatMap((document) => {
        const isSigned = (document.value as Record<string, unknown>)["x-webhook-protocol"] !== undefined;
        return ["webhooks", "x-webhooks"].flatMap((key) =>
          childPlaces(placeAt(document, [key])).flatMap(([name, item]) => {
            if (!isSigned) return itemRequests({ name, kind: "webhook", item }, url);
            const problem = "its protocol demands a signature, which `oipkit send` makes";
            return [{ name, kind: "webhook" as const, problem }];
          }),
        );
      }),
  };
}
