import { memberAt, type Node, readDocument } from "../document.js";
import type { Client, Content } from "./api.js";

/** JSON texts that programs handle wrongly more often than others. */
const oddTexts = [
  "null",
  "true",
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"𝄞\\u202e"',
  `"${"x".repeat(5000)}"`,
  "0",
  "-0.0",
  "-1",
  "1.5",
  "1e400",
  "9007199254740993",
  `1${"0".repeat(5000)}`,
  "[]",
  "[null]",
  "[[[[[[[[1]]]]]]]]",
  "{}",
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"":1}',
];
const oddSegments = [
  "%00",
  "%20",
  "..",
  "%2e%2e%2f",
  "%F0%9D%84%9E",
  "%ED%A0%80",
  "%C0%AF",
  "'%22%3C",
  "-1",
  "x".repeat(3000),
];

interface Operation {
  readonly method: string;
  readonly path: string;
  /** The media type of the body and its example. */
  readonly body?: readonly [type: string, example: Content];
  readonly query: readonly string[];
  readonly headers: readonly string[];
}

function operationsIn(document: Node): readonly Operation[] {
  return Object.keys(document.paths as Node).flatMap((path) =>
    ["get", "post", "put", "patch", "delete"].flatMap((method) => {
      const operation = memberAt(document, "paths", path, method);
      if (operation === undefined) return [];
      const parameters = ((operation.parameters ?? []) as Node[]).map((each) => {
        const name = String(each.$ref ?? "")
          .split("/")
          .at(-1);
        return name === "" ? each : (memberAt(document, "components", "parameters", String(name)) as Node);
      });
      const named = (place: string) =>
        parameters.filter((each) => each.in === place).map(({ name }) => String(name));
      const found = { method: method.toUpperCase(), path, query: named("query"), headers: named("header") };
      const content = (memberAt(document, "paths", path, method, "requestBody")?.content ?? {}) as Node;
      const [entry] = Object.entries(content);
      if (entry === undefined) return [found];
      return [{ ...found, body: [entry[0], (entry[1] as Node).example as Content] as const }];
    }),
  );
}

/** JSON texts like an example, each with an odd value in one place. */
function oddBodies(example: Content): readonly string[] {
  const changed = Object.keys(example).flatMap((name) =>
    oddTexts.map((text) => JSON.stringify({ ...example, [name]: "ODD" }).replace('"ODD"', () => text)),
  );
  return [...oddTexts, ...changed];
}

const key = "3f2b8c1e-0000-4000-8000-000000000000";

/** Sends odd requests to an operation; the client rejects if an answer isn't as documented. Returns how many it has sent. */
async function sendOdd(client: Client, { method, path, body, query, headers }: Operation): Promise<number> {
  const target = path.replace(/\{\w+\}/g, key);
  const [type, example] = body ?? [];
  const typed = type === undefined ? {} : { "content-type": type };
  const sent = { ...typed, "idempotency-key": key, "if-match": "*" };
  let count = 0;
  const send = async (asked: {
    path?: string;
    text?: string;
    headers?: Readonly<Record<string, string>>;
  }) => {
    const text = asked.text ?? (example === undefined ? undefined : JSON.stringify(example));
    await client.send({
      method,
      path: asked.path ?? target,
      body: text,
      headers: { ...sent, ...asked.headers },
    });
    count += 1;
  };
  for (const text of example === undefined ? [] : oddBodies(example)) await send({ text });
  if (path.includes("{"))
    for (const segment of oddSegments) await send({ path: path.replace(/\{\w+\}/g, () => segment) });
  for (const name of query)
    for (const segment of [...oddSegments, "", "1,2", "%zz"])
      await send({ path: `${target}?${name}=${segment}` });
  for (const name of [...headers, "accept", "x-unknown"])
    for (const value of ["", "*", "a,b", '"', "x".repeat(3000), "\u00fc"])
      await send({ headers: { [name]: value } });
  return count;
}

/** Sends requests with odd input to every operation of a document. Rejects if an answer isn't as documented; returns how many they were. */
export async function sendOddInput(client: Client, document: string): Promise<number> {
  let count = 0;
  for (const operation of operationsIn(readDocument(document))) count += await sendOdd(client, operation);
  return count;
}
