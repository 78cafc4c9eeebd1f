import { OipkitError } from "@oipkit/runtime/errors";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { pathItemAt, pathItemOperations } from "../../../reader/documents/openapi/path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../../../reader/documents/place.js";
import { operationParameters } from "../../../reader/model/request-parts.js";
import { bodyMaker } from "../answer/answer-body.js";
import { violationText } from "../answer/made-value.js";
import { hasSchema, type MockSchemas, mediaSchema } from "../contract/schemas.js";
import { acceptable } from "../request/headers.js";
import type { OutgoingRequest, UnsentRequest } from "./outgoing-request.js";
import { type ExpressionSource, expressionText } from "./runtime-expression.js";
import { withParameters } from "./sent-parameters.js";
import type { OutgoingSigner } from "./sign-outgoing.js";
import type { DocumentProtocol } from "./webhook-protocol.js";

/** Makes the requests that an API sends. */
export interface OutgoingMaker {
  /** The callbacks of an operation, to the URLs that their expressions give. */
  readonly callbacks: (
    operation: Place,
    source: ExpressionSource,
  ) => readonly (OutgoingRequest | UnsentRequest)[];
  /** The webhooks of all documents, each to one URL. Throws `OipkitError` if credentials to sign them are missing or malformed. */
  readonly webhooks: (url: string) => readonly (OutgoingRequest | UnsentRequest)[];
}

/** What requests are made from. */
interface OutgoingSource {
  readonly contracts: Contracts;
  readonly schemas: MockSchemas;
  /** Absent: what has to be signed isn't sent. */
  readonly signing: OutgoingSigner | undefined;
}

/**
 * Makes the requests with parameters and bodies as the contracts describe them, from examples or from schemas, and signs those of a document with a
 * webhook protocol.
 */
export function outgoingMaker({ contracts, schemas, signing }: OutgoingSource): OutgoingMaker {
  const makeBody = bodyMaker(schemas);
  const protocols = new Map<Document, DocumentProtocol>();
  const findProtocol = (document: Document): DocumentProtocol => {
    if ((document.value as Readonly<Record<string, unknown>>)["x-webhook-protocol"] === undefined)
      return { kind: "unsigned" };
    if (signing === undefined) return { kind: "unusable", problem: "its protocol demands a signature" };
    const known = protocols.get(document) ?? signing.protocol(contracts, document);
    protocols.set(document, known);
    return known;
  };
  const itemRequests = (
    { name, kind, item }: Pick<OutgoingRequest, "name" | "kind"> & { readonly item: Place },
    url: string | undefined,
    how: DocumentProtocol,
  ): readonly (OutgoingRequest | UnsentRequest)[] => {
    const parts = pathItemAt(contracts, item);
    return pathItemOperations(contracts, parts).map(({ method, operation }) => {
      if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url))
        return { name, kind, problem: "its expression gives no URL for this request" };
      if (how.kind === "unusable") return { name, kind, problem: how.problem };
      const statuses = childPlaces(below(operation, "responses")).map(([status]) => status.toUpperCase());
      const head = { name, kind, url, method: method.toUpperCase(), statuses };
      const content = childPlaces(below(dereference(contracts, below(operation, "requestBody")), "content"));
      const [type] = acceptable(
        content.map(([each]) => each),
        undefined,
      );
      const media = content.find(([each]) => each === type)?.[1];
      const made =
        type === undefined || media === undefined
          ? undefined
          : makeBody({ media, type, preferences: {}, seed: "" });
      if (made?.kind === "refused") return { name, kind, problem: made.refusal.detail };
      const bare: OutgoingRequest = {
        ...head,
        headers: type === undefined ? [] : [["content-type", type]],
        body: made?.body ?? "",
      };
      const request = withParameters(schemas, operationParameters(contracts, parts, operation), bare);
      if (how.kind === "unsigned" || signing === undefined) return request;
      const schema = media === undefined ? undefined : mediaSchema(media);
      const accepts = (body: unknown): boolean =>
        schema === undefined || !hasSchema(schema) || violationText(schemas, schema, body) === undefined;
      return signing.sign({ request, how, accepts });
    });
  };
  const callbackRequests = (
    operation: Place,
    { name, item }: { readonly name: string; readonly item: Place },
    url: string | undefined,
  ): readonly (OutgoingRequest | UnsentRequest)[] => {
    const kind = "callback";
    try {
      return itemRequests({ name, kind, item }, url, findProtocol(operation.document));
    } catch (error) {
      // The server goes on without.
      if (error instanceof OipkitError) return [{ name, kind, problem: error.message }];
      throw error;
    }
  };
  return {
    callbacks: (operation, source) => {
      if (!Object.hasOwn(operation.value as object, "callbacks")) return [];
      return childPlaces(below(operation, "callbacks")).flatMap(([name, reference]) =>
        childPlaces(dereference(contracts, reference))
          .filter(([expression]) => !expression.startsWith("x-"))
          .flatMap(([expression, item]) =>
            callbackRequests(operation, { name, item }, expressionText(expression, source)),
          ),
      );
    },
    webhooks: (url) =>
      contracts.openapi.flatMap((document) =>
        ["webhooks", "x-webhooks"].flatMap((key) =>
          childPlaces(placeAt(document, [key])).flatMap(([name, item]) =>
            itemRequests({ name, kind: "webhook", item }, url, findProtocol(document)),
          ),
        ),
      ),
  };
}
