import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import { methods } from "./operation-extensions.js";

/** An `operationId` must be unique within its document. */
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
            const message = `duplicate operationId \`${id}\`: ${other} already has it`;
            const hint = "Give each operation a unique id: it becomes the name of a function.";
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
