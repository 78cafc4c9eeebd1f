import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { messagesOf } from "../documents/messages.js";
import { below, dereference, entriesOf, type Place } from "../documents/place.js";
import { entriesOfList, type OperationExtension, operationExtensions } from "./operation-extensions.js";

/** Its events must exist, its parameters must be the operation's, and only one operation of a document may have it. */
export function checkAccessSnapshot(contracts: Contracts, extension: OperationExtension): Diagnostic[] {
  const [first] = operationExtensions(contracts).filter(
    ({ document, schema }) => schema === extension.schema && document === extension.document,
  );
  if (first !== undefined && first.tokens.join("/") !== extension.tokens.join("/")) {
    const message = "another operation of this document already has `x-access-snapshot`";
    return [found(extension, message, "Keep only one of them.")];
  }
  return [...unknownEvents(contracts, extension), ...wrongParameters(contracts, extension)];
}

/** Without an AsyncAPI document, the names can't be checked. */
function unknownEvents(contracts: Contracts, place: Place): Diagnostic[] {
  if (contracts.asyncapi.length === 0) return [];
  const names = contracts.asyncapi.flatMap((document) =>
    messagesOf(contracts, document).flatMap(({ name }) => name ?? []),
  );
  return entriesOf(below(place, "events"))
    .filter(([name]) => !names.includes(name))
    .map(([name, event]) =>
      found(
        event,
        `there is no event named \`${name}\``,
        "Use the `name` of a message in the AsyncAPI document.",
      ),
    );
}

function wrongParameters(contracts: Contracts, extension: OperationExtension): Diagnostic[] {
  const parameters = extension.holders
    .flatMap((holder) => entriesOfList(below(holder, "parameters")))
    .map(
      (place) => dereference(contracts, place).value as { name?: string; in?: string; required?: boolean },
    );
  const names = parameters.flatMap(({ name, in: where }) =>
    name !== undefined && (where === "path" || where === "query") ? [name] : [],
  );
  const required = parameters.flatMap(({ name, in: where }) =>
    name !== undefined && where === "path" ? [name] : [],
  );
  return entriesOf(below(extension, "events")).flatMap(([, event]) => {
    const request = below(event, "request");
    const given = entriesOf(request);
    const unknown = given.filter(([name]) => !names.includes(name));
    const missing = required.filter((name) => !given.some(([other]) => other === name));
    const hint = `Parameters of the operation: ${names.map((name) => `\`${name}\``).join(", ") || "none"}.`;
    return [
      ...unknown.map(([name, at]) =>
        found(at, `the operation has no path or query parameter \`${name}\``, hint),
      ),
      ...missing.map((name) =>
        found(
          request,
          `the path parameter \`${name}\` is missing`,
          "Add a JSON Pointer to its value in the event.",
        ),
      ),
    ];
  });
}

function found({ document, tokens }: Place, message: string, hint: string): Diagnostic {
  return diagnose(document, tokens, { code: "extension-invalid", message, hint, target: "key" });
}
