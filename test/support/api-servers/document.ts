import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { parse } from "yaml";

/** A part of a document. */
export type Node = Readonly<Record<string, unknown>>;

interface Requested {
  readonly method: string;
  readonly path: string;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
  readonly text: string;
}

/** Throws unless an answer is as documented for the request. */
export type ResponseJudge = (requested: Requested, received: Received) => void;

/** The parsed document at a path. */
export function readDocument(path: string): Node {
  return parse(readFileSync(path, "utf8")) as Node;
}

/** A member of a part of a document, with its reference resolved; undefined if there is none. */
export function memberAt(document: Node, ...names: readonly string[]): Node | undefined {
  let node: Node | undefined = document;
  for (const name of names) node = resolve(document, node?.[name] as Node | undefined);
  return node;
}

function resolve(document: Node, node: Node | undefined): Node | undefined {
  const reference = node?.$ref;
  if (typeof reference !== "string") return node;
  const target = memberAt(document, ...reference.slice(2).split("/"));
  return target;
}

/** Compares answers with an OpenAPI document: status, media type, headers and body. Reads what these documents use. */
export function parseDocument(path: string): ResponseJudge {
  const document = readDocument(path);
  const ajv = new Ajv2020({ strict: false, discriminator: false, validateFormats: true });
  formatsPlugin.default(ajv);
  ajv.addSchema({ $id: "document", components: toSchema(document.components) as Node });
  const compiled = new Map<unknown, ValidateFunction>();
  const check = (schema: Node, value: unknown, what: string): void => {
    const validate = compiled.get(schema) ?? ajv.compile(toSchema(schema) as Node);
    compiled.set(schema, validate);
    if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)}`);
  };
  const templates = Object.keys(document.paths as Node).map(
    (template) => [template, new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`)] as const,
  );
  return ({ method, path: target }, { status, headers, value, text }) => {
    const what = `${method} ${target} ${status}`;
    if (status >= 500) throw new Error(`${what}: ${text}`);
    const [path = ""] = target.split("?");
    const template = templates.find(([, pattern]) => pattern.test(path))?.[0];
    const name = method.toLowerCase();
    const read = memberAt(document, "paths", template ?? "", name === "head" ? "get" : name);
    const operation = memberAt(document, "paths", template ?? "", name) ?? read;
    if (template === undefined || operation === undefined) return checkError();
    const response = memberAt(document, "paths", template, operationName(), "responses", String(status));
    if (response === undefined) throw new Error(`${what}: this status isn't documented`);
    for (const header of Object.keys(memberAt(response, "headers") ?? {})) checkHeader(response, header);
    const content = response.content as Node | undefined;
    if (name === "head") return;
    if (content === undefined) {
      if (text !== "") throw new Error(`${what}: a body isn't documented`);
      return;
    }
    const type = (headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
    const media = content[type] as Node | undefined;
    if (media === undefined) throw new Error(`${what}: the media type ${type} isn't documented`);
    check(media.schema as Node, type.endsWith("json") ? value : text, what);

    function operationName(): string {
      return memberAt(document, "paths", template ?? "", name) === undefined ? "get" : name;
    }

    /** At paths and for methods that aren't documented, errors have the documented form nevertheless. */
    function checkError(): void {
      const schema = memberAt(document, "components", "schemas", "Problem");
      const form = schema ?? memberAt(document, "components", "schemas", "Error");
      if (name !== "head") check(form as Node, value, what);
      const wanted = template === undefined ? [404, 400] : [405];
      if (!wanted.includes(status)) throw new Error(`${what}: expected ${wanted.join(" or ")}`);
      if (status === 405 && headers.allow === undefined) throw new Error(`${what}: no Allow`);
    }

    function checkHeader(from: Node, header: string): void {
      const declared = resolve(document, (from.headers as Node)[header] as Node) as Node;
      const given = headers[header.toLowerCase()];
      if (given === undefined && declared.required === true) throw new Error(`${what}: no header ${header}`);
      if (given === undefined) return;
      const schema = declared.schema as Node;
      const value = schema.type === "integer" ? Number(given) : given;
      check(schema, value, `${what} ${header}`);
    }
  };
}

/** A schema as JSON Schema: `nullable` and flags of OpenAPI 3.0 are replaced, and what is `writeOnly` must not be answered with. */
function toSchema(node: unknown): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map(toSchema);
  const { nullable, discriminator: _, ...rest } = node as Node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) copy[key] = toSchema(value);
  if (typeof copy.$ref === "string") copy.$ref = copy.$ref.replace(/^#/, "document#");
  if (copy.exclusiveMinimum === true) {
    copy.exclusiveMinimum = copy.minimum;
    delete copy.minimum;
  }
  const properties = copy.properties as Record<string, Node> | undefined;
  const hidden = Object.keys(properties ?? {}).filter((name) => properties?.[name]?.writeOnly === true);
  for (const name of hidden) delete properties?.[name];
  if (Array.isArray(copy.required)) copy.required = copy.required.filter((name) => !hidden.includes(name));
  return nullable === true ? { anyOf: [{ type: "null" }, copy] } : copy;
}
