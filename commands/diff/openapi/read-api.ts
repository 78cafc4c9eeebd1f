import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { below, entriesOf, placeAt } from "../../../reader/documents/place.js";
import type { Part } from "../part.js";
import type { Api } from "./api.js";
import { operationsOf } from "./operation-parts.js";

/** The operations and webhooks of an OpenAPI document. */
export function apiParts(contracts: Contracts, document: Document): Part[] {
  const root = placeAt(document, []);
  const api: Api = { contracts, root };
  const paths = entriesOf(below(root, "paths")).flatMap(([path, item]) =>
    operationsOf(api, { path, item, kind: "operation" }),
  );
  // OpenAPI 3.0 has no webhooks, so documents use an extension.
  const webhooks = ["webhooks", "x-webhooks"].flatMap((member) =>
    entriesOf(below(root, member)).flatMap(([name, item]) =>
      operationsOf(api, { path: name, item, kind: "webhook" }),
    ),
  );
  return [...paths, ...webhooks];
}
