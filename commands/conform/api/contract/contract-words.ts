import { placeAt } from "../../../../reader/documents/place.js";
import type { HttpParameter } from "../../../../reader/model/model.js";
import { type ApiContract, type ApiOperation, statusText } from "./api-contract.js";

/** What the documents say about the whole API, in prose: the description of `info`. */
export function infoText({ contracts }: ApiContract): string {
  return contracts.openapi.map((document) => describedText(placeAt(document, ["info"]).value)).join("\n");
}

/** The sentences of a text and of its lists, of which a semicolon ends one, too. */
export function statements(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .map((line) => (/^[-*] /.test(line) ? `. ${line.slice(2)}` : line))
    .join(" ")
    .split(/[.;](?=\s|$)/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

/** What the contract says of an operation's refusals with a status, and of all operations. */
export function refusalStatements(
  contract: ApiContract,
  operation: ApiOperation,
  status: number,
): readonly string[] {
  return [...statements(statusText(operation, status)), ...statements(infoText(contract))];
}

/** The description of a parameter; empty if there is none. */
export function parameterText({ place }: Pick<HttpParameter, "place">): string {
  return describedText(place.value);
}

/** Whether a text has words that match each of some expressions, one after the other. */
export function hasInOrder(text: string, patterns: readonly RegExp[]): boolean {
  let rest = text;
  for (const pattern of patterns) {
    const found = pattern.exec(rest);
    if (found === null) return false;
    rest = rest.slice(found.index + found[0].length);
  }
  return true;
}

/** Whether a sentence says that something is refused. */
export function saysRefused(statement: string): boolean {
  return /\b4\d\d\b|\b(?:refused?|reject(?:ed|s)?|invalid|errors?|not (?:allowed|accepted|permitted)|bad request)\b/i.test(
    statement,
  );
}

function describedText(value: unknown): string {
  const { description } = (value ?? {}) as { readonly description?: unknown };
  return typeof description === "string" ? description : "";
}
