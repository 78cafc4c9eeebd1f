import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { ChangeFinding, ChangePlace } from "../../diff/comparison.js";

/** What an entry is about. */
export interface EntrySubject {
  /** A schema such as "`Pet`", an operation such as "GET /pets", an event. */
  readonly subject: string;
  /** The part of an operation: "body", "response 200". */
  readonly part?: string;
  /** The member inside of the subject or its part, such as `owner.name` or `tags[]`; empty if it is the whole. */
  readonly member: string;
}

/** A pointer into a schema: where its schema is, the way to a member, and what is left: a keyword. */
export interface SchemaPath {
  readonly member: string;
  /** The last name or index on the way. */
  readonly name: string;
  /** The tokens of the schema that the member has. */
  readonly owner: readonly string[];
  readonly rest: readonly string[];
}

const namedParts: Readonly<Record<string, (name: string) => string>> = {
  properties: (name) => `.${name}`,
  patternProperties: (name) => `./${name}/`,
  prefixItems: (name) => `[${name}]`,
  allOf: () => "",
  anyOf: () => "",
  oneOf: () => "",
};
const singleParts: Readonly<Record<string, string>> = {
  items: "[]",
  additionalProperties: ".*",
  not: "",
  if: "",
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: "",
  else: "",
};

/** Follows a pointer from a schema on; `start`: how many tokens lead to the schema. */
export function schemaPath(tokens: readonly string[], start: number): SchemaPath {
  let at = start;
  let member = "";
  let name = "";
  while (at < tokens.length) {
    const [keyword = "", next] = tokens.slice(at, at + 2);
    const named = Object.hasOwn(namedParts, keyword) ? namedParts[keyword] : undefined;
    if (named !== undefined && next !== undefined) {
      member += named(next);
      if (keyword === "properties") name = next;
      at += 2;
    } else if (Object.hasOwn(singleParts, keyword)) {
      member += singleParts[keyword];
      at += 1;
    } else break;
  }
  return {
    member: member.replace(/^\./, ""),
    name,
    owner: tokens.slice(0, at),
    rest: tokens.slice(at),
  };
}

/** How many tokens of a pointer lead to the schema that it is in; `undefined` if it isn't in one. */
export function schemaStart({ file, pointer }: ChangePlace): number | undefined {
  const tokens = fromPointer(pointer);
  if (tokens[0] === "components" && tokens[1] === "schemas" && tokens.length > 2) return 3;
  const at = tokens.lastIndexOf("schema");
  if (["paths", "webhooks", "x-webhooks", "components"].includes(tokens[0] ?? ""))
    return at === -1 ? undefined : at + 1;
  return /\.schema\.(?:ya?ml|json)$/.test(file) ? 0 : undefined;
}

/** What a finding is about: the schema that has changed if it has a name, or else the part of an operation. */
export function entrySubject(finding: ChangeFinding): EntrySubject {
  const place = finding.change === "removed" ? (finding.old ?? finding.new) : (finding.new ?? finding.old);
  const start = place === undefined ? undefined : schemaStart(place);
  const [{ subject, part } = { subject: "" }] = reachedParts(finding);
  if (place === undefined || start === undefined) return { subject, ...(part && { part }), member: "" };
  const tokens = fromPointer(place.pointer);
  const { member } = schemaPath(tokens, start);
  if (start === 3) return { subject: `\`${tokens[2]}\``, member };
  // Who sends a schema file is known of one that an API or its events refer to.
  if (start === 0 && finding.titles !== undefined) return { subject: `\`${fileName(place.file)}\``, member };
  return { subject, ...(part && { part }), member };
}

function fileName(file: string): string {
  return (file.split("/").at(-1) ?? file).replace(/\.schema\.\w+$/, "");
}

/** An operation, an event or a schema that a change reaches, and the part of it. */
export interface ReachedPart {
  readonly subject: string;
  readonly part?: string;
}

/** What a finding reaches. */
export function reachedParts({ subjects, titles }: ChangeFinding): readonly ReachedPart[] {
  return subjects.map((text, at) => {
    const [subject = "", ...parts] = titles?.[at] ?? [text];
    if (parts.length === 0) return { subject };
    return { subject, part: parts.join(", ") };
  });
}
