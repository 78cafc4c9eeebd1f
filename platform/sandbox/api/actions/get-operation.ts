import type { Action } from "./action.js";
import { operationBody } from "./operation-body.js";

/** `GET /open-platform/v1/operations/{id}`. */
export const getOperation: Action = {
  id: "getOperation",
  identities: ["application", "user"],
  target: ({ view, environment, claims, content }) => {
    const operation = view.get("operation", content.parameters.id ?? "");
    if (operation === undefined) return { kind: "resource", resource: { kind: "operation" } };
    const owner = operation.application;
    const resource = {
      kind: "operation",
      id: operation.id,
      owner,
      environment: view.get("application", owner)?.environment,
    } as const;
    const isOwn = owner === claims.application && resource.environment === environment;
    return { kind: "resource", resource, organization: isOwn ? operation.organization : undefined };
  },
  work: {
    kind: "read",
    read: ({ view, target }) => {
      const operation = view.get("operation", target.resource?.id ?? "");
      if (operation === undefined) throw new TypeError("the operation was there when it was checked");
      return { status: 200, body: operationBody(operation) };
    },
  },
};
