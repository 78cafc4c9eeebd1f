import { nearestNames } from "@oipkit/runtime/nearest-names";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { operationsOf, pathItemAt } from "../documents/openapi/path-items.js";
import { below, entriesOf, type Place, placeAt } from "../documents/place.js";
import { entriesOfList } from "./operation-extensions.js";

/** A security requirement must name a scheme that the document declares. */
export function checkSecuritySchemes(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) => {
    const operations = ["paths", "webhooks"]
      .flatMap((section) => entriesOf(placeAt(document, [section])))
      .flatMap(([, reference]) => operationsOf(contracts, pathItemAt(contracts, reference)))
      .map(({ operation }) => operation);
    return [placeAt(document, []), ...operations]
      .flatMap((holder) => entriesOfList(below(holder, "security")))
      .flatMap((requirement) => entriesOf(requirement).map(([name, at]) => ({ name, at })))
      .flatMap(({ name, at }) => {
        // A path item in another file may mean the schemes of either document.
        const declared = [...schemesOf(document), ...schemesOf(at.document)];
        return declared.includes(name) ? [] : [undeclared(name, at, declared)];
      });
  });
}

function schemesOf(document: Document): string[] {
  return entriesOf(placeAt(document, ["components", "securitySchemes"])).map(([name]) => name);
}

function undeclared(name: string, { document, tokens }: Place, declared: readonly string[]): Diagnostic {
  const [near] = nearestNames(name, declared);
  const fix = "declare it in `components.securitySchemes`";
  return diagnose(document, tokens, {
    severity: "warning",
    code: "security-scheme-unknown",
    message: `there is no security scheme \`${name}\``,
    hint:
      near === undefined
        ? `D${fix.slice(1)}, or remove the requirement.`
        : `Did you mean \`${near}\`? Otherwise, ${fix}.`,
    target: "key",
  });
}
