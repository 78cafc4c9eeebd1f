import { json } from "../../../reader/text/json.js";
import { type VerifierGroup, type VerifierVector, vectorBody } from "../verifier/verifier-vectors.js";
import type { LibraryOutput } from "./library-process.js";

/** The first line of a library. */
export interface LibraryHello {
  readonly name: string;
  readonly version: string;
  /** Programming language, such as `Python`. */
  readonly language?: string;
}

/** What a library says about one vector. */
export type LibraryAnswer =
  | { readonly kind: "accept" | "refuse"; readonly error?: string }
  /** It doesn't have what the vector is about. */
  | { readonly kind: "skip"; readonly why: string }
  /** It broke the protocol; a clause that begins with "the library …". */
  | { readonly kind: "broken"; readonly reason: string };

/** Longest text of a library that is kept, in characters. */
const maxText = 200;

/** The line that asks about a vector. */
export function questionLine(
  vector: VerifierVector,
  { secrets, publicKeys }: Pick<VerifierGroup, "secrets" | "publicKeys">,
  now: number,
): string {
  const { id, method, url, headers } = vector;
  const keys = publicKeys === undefined ? { secrets } : { publicKeys };
  return json({ id, method, url, headers, base64: vectorBody(vector).toString("base64"), ...keys, now });
}

/** The hello in a line; `undefined` unless it is one. */
export function readHello(text: string): LibraryHello | undefined {
  const { name, version, language } = readObject(text) ?? {};
  if (typeof name !== "string" || name === "" || typeof version !== "string") return undefined;
  const hello = { name: name.slice(0, maxText), version: version.slice(0, maxText) };
  return typeof language === "string" ? { ...hello, language: language.slice(0, maxText) } : hello;
}

/** What a library's output says about the vector that it was asked about. */
export function readAnswer(output: LibraryOutput, id: string): LibraryAnswer {
  switch (output.kind) {
    case "line":
      return readLine(output.text, id);
    case "unasked":
      return broken(`printed a line before it was asked: ${quoted(output.text)}`);
    case "ended":
      return broken(endText(output));
    case "silent":
      return broken("gave no answer in time");
    case "too-long":
      return broken("printed too long a line, or too many of them");
  }
}

function readLine(text: string, id: string): LibraryAnswer {
  const answer = readObject(text);
  if (answer === undefined) return broken(`printed what is no JSON object: ${quoted(text)}`);
  if (answer.id !== id) return broken(`answered about another vector: ${quoted(text)}`);
  const { result, error, reason = error } = answer;
  if (result === "skip")
    return {
      kind: "skip",
      why: typeof reason === "string" && reason !== "" ? cut(reason) : "without a reason",
    };
  if (result !== "accept" && result !== "refuse")
    return broken(`gave neither accept, refuse nor skip: ${quoted(text)}`);
  return typeof error === "string" ? { kind: result, error: cut(error) } : { kind: result };
}

/** How a process ended, with the last line of what it said about it. */
export function endText({ how, rest, errors }: Extract<LibraryOutput, { kind: "ended" }>): string {
  const lines = errors.trim().split("\n");
  // Some runtimes print their version after the error.
  const last = lines.findLast((line) => /error|exception|panic/i.test(line)) ?? lines.at(-1) ?? "";
  const said = last === "" ? "" : `: ${cut(last)}`;
  const half = rest === "" ? "" : ` in the middle of a line, ${quoted(rest)}`;
  return `ended${half} (${how})${said}`;
}

function broken(what: string): LibraryAnswer {
  return { kind: "broken", reason: `the library ${what}` };
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

function quoted(text: string): string {
  return json(cut(text));
}

function cut(text: string): string {
  if (text.length <= maxText) return text;
  return `${text.slice(0, maxText)}…`;
}
