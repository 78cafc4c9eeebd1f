import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** An `operationId` names one operation of its document. */
export function checkOperationIds(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) => {
    const { paths = {}, webhooks = {} } = document.value as Record<
      string,
      Record<string, Record<string, { operationId?: string }>>
    >;
    const first = new Map<string, string>();
    const found: Diagnostic[] = [];
    for (const [section, items] of Object.entries({ paths, webhooks })) {
      for (const [path, item] of Object.entries(items ?? {})) {
        for (const method of methods) {
          const id = item?.[method]?.operationId;
          if (id === undefined) continue;
          const place = `${method.toUpperCase()} ${path}`;
          const other = first.get(id);
          if (other === undefined) first.set(id, place);
          else {
            const message = `\`${id}\` is the operation of ${other} already`;
            const hint = "Give each operation an id of its own: it becomes the name of a function.";
            found.push(
              diagnose(document, [section, path, method, "operationId"], {
                code: "operation-id-duplicate",
                message,
                hint,
              }),
            );
          }
        }
      }
    }
    return found;
  });
}
