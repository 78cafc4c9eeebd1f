import type { Node } from "../../../../reader/validation/nodes/node.js";
import { canonical } from "./canonical.js";
import { annotations, unwrapped } from "./unwrapped.js";

/** Text, or subschemas whose classes take its place. */
export type Piece =
  | string
  | {
      readonly nodes: readonly Node[];
      readonly order: "as listed" | "none" | "none, and repetitions don't count";
    };

/** The keywords of a schema in an order that doesn't depend on the text. Subschemas are unwrapped. */
export function piecesOf(node: Node): readonly Piece[] {
  if (typeof node === "boolean") return [node ? "{}" : "false"];
  const keywords = Object.entries(node).filter(
    ([keyword, value]) => !annotations.has(keyword) && value !== undefined,
  );
  const pieces: Piece[] = ["{"];
  for (const [keyword, value] of keywords.sort(([a], [b]) => (a < b ? -1 : 1)))
    pieces.push(`${pieces.length > 1 ? "," : ""}${keyword}:`, ...valuePieces(keyword, value));
  return [...pieces, "}"];
}

/** A text that schemas with the same pieces share. */
export function signature(pieces: readonly Piece[], of: (child: Node) => number): string {
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    const { nodes, order } = piece;
    const numbers = nodes.map(of);
    if (order === "as listed") text += numbers.join();
    else text += (order === "none" ? numbers : [...new Set(numbers)]).sort().join();
  }
  return text;
}

function valuePieces(keyword: string, value: unknown): Piece[] {
  switch (keyword) {
    case "$ref":
    case "$dynamicRef":
      return child(typeof value === "function" ? (value() as Node) : (value as Node));
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "prefixItems": {
      const nodes = (value as Node[]).map(unwrapped);
      const order =
        keyword === "prefixItems"
          ? "as listed"
          : keyword === "oneOf"
            ? "none"
            : "none, and repetitions don't count";
      return ["[", { nodes, order }, "]"];
    }
    case "properties":
    case "patternProperties":
    case "dependentSchemas":
      return mapPieces(value as Record<string, Node>);
    case "not":
    case "if":
    case "then":
    case "else":
    case "additionalProperties":
    case "propertyNames":
    case "unevaluatedProperties":
    case "items":
    case "contains":
    case "unevaluatedItems":
      return child(value as Node);
    case "type":
    case "required":
      return [canonical([...(value as string[])].sort())];
    case "enum":
      return [(value as unknown[]).map(canonical).sort().join()];
    case "format":
      return [(value as { readonly name: string }).name];
    default:
      return [canonical(value)];
  }
}

function child(node: Node): Piece[] {
  return [{ nodes: [unwrapped(node)], order: "as listed" }];
}

function mapPieces(map: Record<string, Node>): Piece[] {
  const names = Object.keys(map).sort();
  return [
    `${canonical(names)}:`,
    { nodes: names.map((name) => unwrapped(map[name] ?? true)), order: "as listed" },
  ];
}
