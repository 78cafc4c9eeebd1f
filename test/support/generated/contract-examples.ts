import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../generator/emit/contract-folder.js";

const contracts = join(root, "contracts");
const read = (...path: string[]): string => readFileSync(join(contracts, ...path), "utf8");

const messages = (
  parse(read("events.asyncapi.yaml")) as { components: { messages: Record<string, { name?: string }> } }
).components.messages;

export interface ExampleFile {
  readonly subject: string;
  readonly name: string;
  readonly value: unknown;
  /** The file name of the subject's validator. */
  readonly validator: string;
  readonly isEvent: boolean;
}

export interface Expected {
  readonly pointer: string;
  readonly keyword: string;
  readonly property?: string;
  readonly rule?: string;
}

/** The files of `contracts/examples` or `contracts/counterexamples`. */
export function exampleFiles(folder: "examples" | "counterexamples"): ExampleFile[] {
  return readdirSync(join(contracts, folder)).flatMap((subject) =>
    readdirSync(join(contracts, folder, subject))
      .filter((file) => file.endsWith(".json"))
      .map((file) => ({
        subject,
        name: file.replace(/\.json$/, ""),
        value: JSON.parse(read(folder, subject, file)) as unknown,
        ...findValidator(subject),
      })),
  );
}

/** The expected violations of a counterexample. */
export function readExpected({ subject, name }: ExampleFile): readonly Expected[] {
  const all = parse(read("counterexamples", subject, "expected.yaml")) as Record<string, Expected[]>;
  return all[name] ?? [];
}

function findValidator(subject: string): { validator: string; isEvent: boolean } {
  const found = Object.entries(messages).find(([key, { name }]) => key === subject || name === subject);
  if (found === undefined) return { validator: subject, isEvent: false };
  const kebab = found[0].replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return { validator: kebab, isEvent: true };
}
