import { isLaterMethod } from "../../../../reader/documents/openapi/path-items.js";
import { isSchemaObject, type SchemaObject } from "../../../../reader/documents/schema-walk.js";

/** An operation whose method openapi-typescript doesn't know. */
export interface LaterOperation {
  /** Its key in `operations`. */
  readonly key: string;
  /** With the parameters of its path item that it doesn't override. */
  readonly operation: SchemaObject;
}

/** The operations of a document with methods that only OpenAPI 3.2 has, in its order. */
export function laterOperations(document: SchemaObject): LaterOperation[] {
  const sections = [document.paths, document.webhooks].filter(isSchemaObject);
  return sections
    .flatMap((section) => Object.entries(section))
    .flatMap(([path, item]) => {
      if (!isSchemaObject(item)) return [];
      const additional = isSchemaObject(item.additionalOperations) ? item.additionalOperations : {};
      const found = [["QUERY", item.query] as const, ...Object.entries(additional)];
      return found.flatMap(([method, operation]) => {
        if (!isSchemaObject(operation) || !isLaterMethod(method)) return [];
        const lists = [item.parameters, operation.parameters].flatMap((list) =>
          Array.isArray(list) ? [...list] : [],
        );
        const parameters = new Map(lists.map((each) => [keyOf(document, each), each]));
        const key = typeof operation.operationId === "string" ? operation.operationId : `${method} ${path}`;
        return [{ key, operation: { ...operation, parameters: [...parameters.values()] } }];
      });
    });
}

function keyOf({ components }: SchemaObject, parameter: unknown): string {
  const { $ref, name, in: where } = (parameter ?? {}) as Record<string, unknown>;
  const known =
    isSchemaObject(components) && isSchemaObject(components.parameters) ? components.parameters : {};
  const referred = typeof $ref === "string" ? known[$ref.replace("#/components/parameters/", "")] : undefined;
  return isSchemaObject(referred)
    ? `${String(referred.in)} ${String(referred.name)}`
    : `${String(where)} ${String(name ?? $ref)}`;
}
