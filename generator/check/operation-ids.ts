import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import { operationsOf, pathItemAt } from "../read/openapi/path-items.js";
import { below, entriesOf, type Place, placeAt } from "../read/place.js";

/** An `operationId` must be unique within its document, wherever its operations are written. */
export function checkOperationIds(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) => {
    const first = new Map<string, string>();
    const found: Diagnostic[] = [];
    for (const { operation, name } of operationsIn(contracts, placeAt(document, []))) {
      const id = below(operation, "operationId");
      if (typeof id.value !== "string") continue;
      const other = first.get(id.value);
      if (other === undefined) first.set(id.value, name);
      else
        found.push(
          diagnose(id.document, id.tokens, {
            severity: "warning",
            code: "operation-id-duplicate",
            message: `duplicate operationId \`${id.value}\`: ${other} already has it, so this function gets a number`,
            hint: "Give each operation a unique id: it becomes the name of a function.",
          }),
        );
    }
    return found;
  });
}

/** The operations and webhooks of a document, with what people call them. */
function operationsIn(contracts: Contracts, root: Place): { operation: Place; name: string }[] {
  return ["paths", "webhooks"].flatMap((section) =>
    entriesOf(below(root, section)).flatMap(([path, item]) =>
      operationsOf(contracts, pathItemAt(contracts, item)).map(({ method, operation }) => ({
        operation,
        name: `${method.toUpperCase()} ${path}`,
      })),
    ),
  );
}
