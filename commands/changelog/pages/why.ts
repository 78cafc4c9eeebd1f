import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { ChangeFinding } from "../../diff/comparison.js";
import { toRecord } from "../../diff/part.js";
import type { NodesOfBoth } from "./words.js";

/** Longer descriptions are cut after a word. */
const longest = 240;

/**
 * What the contract itself says about a change: of something new, the start of its description; of something changed, the sentences of its
 * description that are new. `undefined` if it says nothing.
 */
export function whyChanged(finding: ChangeFinding, nodes: NodesOfBoth): string | undefined {
  const { old, new: current, change } = finding;
  if (current === undefined || change === "removed") return undefined;
  const after = described(followed(nodes.new(current)));
  if (after === undefined) return undefined;
  const sentences = sentencesIn(after.text);
  if (change === "added") return after.distance === 0 ? excerpt(sentences.slice(0, 1)) : undefined;
  const before = old === undefined ? undefined : described(nodes.old(old));
  const known = new Set(sentencesIn(before?.text ?? ""));
  if (known.size === 0) return undefined;
  return excerpt(sentences.filter((sentence) => !known.has(sentence)));
}

/** Of something new that only refers to a component, the component. */
function followed(nodes: readonly unknown[]): readonly unknown[] {
  const { $ref, description } = toRecord(nodes.at(-1));
  if (typeof $ref !== "string" || !$ref.startsWith("#/") || description !== undefined) return nodes;
  return [...nodes.slice(0, -1), valueAt(nodes[0], fromPointer($ref.slice(1)))];
}

/** The description of a value, or, of a keyword, that of its schema. */
function described(
  nodes: readonly unknown[],
): { readonly text: string; readonly distance: number } | undefined {
  for (const distance of [0, 1, 2]) {
    const node = nodes.at(-1 - distance);
    const { description, summary } = toRecord(node);
    const text = [description, summary].find((each) => typeof each === "string" && each.trim() !== "");
    if (text !== undefined) return { text: text as string, distance };
    // A schema without a description says nothing, whatever is around it.
    if (isPart(node)) return undefined;
  }
  return undefined;
}

/** Whether a value is a schema or an operation, and no list or keyword of one. */
function isPart(value: unknown): boolean {
  const record = toRecord(value);
  return ["type", "$ref", "properties", "responses", "schema", "allOf", "oneOf", "anyOf"].some(
    (name) => record[name] !== undefined,
  );
}

function sentencesIn(text: string): readonly string[] {
  const paragraphs = [""];
  for (const line of text.split("\n").map((each) => each.trim())) {
    const last = paragraphs.at(-1) ?? "";
    if (line === "") paragraphs.push("");
    else paragraphs[paragraphs.length - 1] = last === "" ? line : `${last} ${line}`;
  }
  return paragraphs
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?]) /))
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function excerpt(sentences: readonly string[]): string | undefined {
  const text = sentences.join(" ");
  if (text === "") return undefined;
  if (text.length <= longest) return text;
  const start = text.slice(0, longest);
  return `${start.slice(0, Math.max(0, start.lastIndexOf(" ")))}…`;
}
