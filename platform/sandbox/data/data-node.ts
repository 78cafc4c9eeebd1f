import { nearestNames } from "@oipkit/runtime/nearest-names";
import type { DataErrorCode, DataFile, DataPath, SandboxDataError } from "./data-file.js";

/** A value in a data file, which knows its place. Every function here throws `data-shape` at that place. */
export interface DataNode {
  readonly value: unknown;
  readonly path: DataPath;
  readonly file: DataFile;
}

/** The whole content. */
export const rootNode = (file: DataFile): DataNode => ({ value: file.content, path: [], file });

/** An error at the place of a value. */
export const wrongAt = (
  { file, path }: DataNode,
  message: string,
  code: DataErrorCode = "data-shape",
): SandboxDataError => file.errorAt(path, code, message);

/** The members of an object, by name. */
export function readMembers(node: DataNode): ReadonlyMap<string, DataNode> {
  const { value, path, file } = node;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrongAt(node, `${nodeName(node)} must be an object.`);
  return new Map(
    Object.entries(value).map(([name, each]) => [name, { value: each, path: [...path, name], file }]),
  );
}

/** Reads an object's members, each by its name. Names that aren't read are refused by `close`. */
export function readFields(node: DataNode): {
  readonly required: (name: string) => DataNode;
  readonly optional: <T>(name: string, read: (node: DataNode) => T) => T | undefined;
  readonly close: () => void;
} {
  const members = readMembers(node);
  const read = new Set<string>();
  return {
    required: (name) => {
      read.add(name);
      const found = members.get(name);
      if (!found) throw wrongAt(node, `${nodeName(node)} needs \`${name}\`.`);
      return found;
    },
    optional: (name, readMember) => {
      read.add(name);
      const found = members.get(name);
      return found && readMember(found);
    },
    close: () => {
      for (const [name, member] of members)
        if (!read.has(name))
          throw wrongAt(
            member,
            `${nodeName(node)} has an unknown field \`${name}\`.${meant(name, [...read])}`,
          );
    },
  };
}

/** A list. */
export function readList<T>(node: DataNode, read: (node: DataNode) => T): readonly T[] {
  const { value, path, file } = node;
  if (!Array.isArray(value)) throw wrongAt(node, `${nodeName(node)} must be a list.`);
  return value.map((each, index) => read({ value: each, path: [...path, index], file }));
}

/** A text that isn't empty. */
export function readText(node: DataNode): string {
  if (typeof node.value !== "string" || node.value === "")
    throw wrongAt(node, `${nodeName(node)} must be a text.`);
  return node.value;
}

/** `true` or `false`. */
export function readFlag(node: DataNode): boolean {
  if (typeof node.value !== "boolean")
    throw wrongAt(node, `${nodeName(node)} must be \`true\` or \`false\`.`);
  return node.value;
}

/** One of some names. */
export const readChoice =
  <T extends string>(names: readonly T[]) =>
  (node: DataNode): T => {
    const found = names.find((name) => name === node.value);
    if (found !== undefined) return found;
    const { value } = node;
    const listed = names.length > 20 ? "" : ` It is one of: ${names.join(", ")}.`;
    let problem = `must be a text.${listed}`;
    if (typeof value === "string") problem = `can't be "${value}".${meant(value, names) || listed}`;
    throw wrongAt(node, `${nodeName(node)} ${problem}`, "data-reference");
  };

const nodeName = ({ path }: DataNode): string => {
  if (path.length === 0) return "The file";
  return `\`${path.join(".")}\``;
};

function meant(name: string, known: readonly string[]): string {
  const near = nearestNames(name, known);
  if (near.length > 0) return ` Did you mean ${near.map((each) => `\`${each}\``).join(" or ")}?`;
  return "";
}
