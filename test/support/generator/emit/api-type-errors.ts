import { contractFolder, generateFrom } from "./contract-folder.js";
import { typeCheck } from "./type-check.js";

/** Schema of a string. */
export const text = { type: "string" };
const info = { title: "t", version: "1" };
/** A reference to a component schema. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Schema of an object. */
export const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});
/** A body of JSON. */
export const json = (schema: object) => ({ content: { "application/json": { schema } } });

const prelude = `
import type { components, operations, webhooks } from "./api/types.js";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function be<T extends true>(): T;
declare function take<T>(value: T): void;
type Schemas = components["schemas"];
`;

/** The parts of an OpenAPI document under test, and the files next to it. */
export interface Api {
  readonly openapi?: string;
  readonly schemas?: object;
  readonly paths?: object;
  readonly others?: object;
  readonly files?: Readonly<Record<string, object>>;
  readonly enums?: "open";
}

/** Type errors of lines that use the types of an API, each with its line. A line that must not compile begins with `!`. */
export async function apiTypeErrors(api: Api, lines: readonly string[]): Promise<string[]> {
  const { openapi = "3.1.0", schemas = {}, paths = {}, others = {}, files = {}, enums } = api;
  const document = { openapi, info, paths, components: { schemas }, ...others };
  const folder = await contractFolder({ "api.openapi.json": document, ...files });
  const generated = await generateFrom([folder], { only: ["client"], enums });
  const code = lines.map((line) => (line.startsWith("!") ? `// @ts-expect-error\n${line.slice(1)}` : line));
  const use = `${prelude}${code.join("\n")}\n`;
  return typeCheck(new Map([...generated, ["use.ts", use]])).map(
    (error) => `${error} ${use.split("\n")[Number(error.split(":")[1]) - 1]}`,
  );
}
