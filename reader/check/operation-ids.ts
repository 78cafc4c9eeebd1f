import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { operationsOf, pathItemAt } from "../documents/openapi/path-items.js";
import { below, entriesOf, type Place, placeAt } from "../documents/place.js";
import { words } from "../documents/words.js";

/**
 * An `operationId` must be unique within its document, wherever its operations are written, also as the name of a function, which has
 * only its letters and digits.
 */
export function checkOperationIds(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) => {
    const first = new Map<string, string>();
    const firstName = new Map<string, string>();
    const found: Diagnostic[] = [];
    for (const { operation, name } of operationsIn(contracts, placeAt(document, []))) {
      const id = below(operation, "operationId");
      if (typeof id.value !== "string") continue;
      const other = first.get(id.value);
      if (other === undefined) {
        first.set(id.value, name);
        const letters = words(id.value).join("").toLowerCase();
        const namesake = firstName.get(letters);
        if (letters === "" || namesake !== undefined) found.push(withoutName(id, namesake));
        else firstName.set(letters, id.value);
      } else
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

/** An id that can't be the name of a function; `namesake`: another one that gives the same name. */
function withoutName(id: Place, namesake: string | undefined): Diagnostic {
  const shown = `operationId \`${String(id.value)}\``;
  return diagnose(id.document, id.tokens, {
    severity: "warning",
    code: "operation-id-duplicate",
    message:
      namesake === undefined
        ? `${shown} has no letter or digit, so the function is named for its method and path`
        : `${shown} and \`${namesake}\` give functions of the same name, so one of them gets a number`,
    hint: "Give each operation an id with letters of its own: it becomes the name of a function.",
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
