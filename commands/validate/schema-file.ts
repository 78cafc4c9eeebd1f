import { dirname, extname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { tooDeepAt } from "@oipkit/runtime/json-depth";
import { toPointer } from "@oipkit/runtime/json-pointer";
import { mayHaveExactNumbers, NumberTooLong, parseExactJson } from "../../reader/documents/exact-json.js";
import { mayBeInexact, withDoubles } from "../../reader/documents/exact-number.js";
import { Lines, longNumber } from "../../reader/documents/parsed-text.js";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { type Roots, resolveRoots } from "../../reader/documents/roots.js";
import { isSchemaObject, walkSchema } from "../../reader/documents/schema-walk.js";
import { compile, compileExact } from "../../reader/validation/compile.js";
import { findSlowness, growthText } from "../../reader/validation/slowness.js";
import type { Validator } from "./catalog.js";
import { DocumentsError } from "./errors.js";

/** A validator compiled from a schema file. */
export interface SchemaValidator extends Validator {
  /** The same for values with an `ExactNumber` for each number that no double holds. Throws `SchemaError` as `compileSchemaFile` does. */
  exact(): Validator;
  /** Names of the properties that the schema, or a referenced one, marks with `x-secret`. */
  readonly secrets: readonly string[];
}

/**
 * Compiles a JSON Schema file, of the dialect that its `$schema` names or 2020-12, in JSON or YAML. Follows references to
 * files below its own folder, or below one of `allowRefsTo`, and fetches nothing. Throws `DocumentsError` if the file isn't JSON or YAML, and `SchemaError` if the
 * schema is unusable.
 */
export async function compileSchemaFile(
  path: string,
  allowRefsTo: readonly string[] = [],
): Promise<SchemaValidator> {
  const { root, uri, schemas, refused } = await readSchemas(path, allowRefsTo);
  const found = { uri, schemas, refused };
  const plain = compiled(root, found, compile);
  let made: Validator | undefined;
  const exact = (): Validator => {
    made ??= compiled(root, found, compileExact);
    return made;
  };
  // Of numbers in a schema that no double holds, the generated code knows only the nearest ones.
  const { is, check } = [root, ...schemas.values()].some(mayBeInexact) ? exact() : plain;
  return { is, check, exact, secrets: secretsIn([root, ...schemas.values()]) };
}

/**
 * Sentences about a schema file and those that it refers to: for each pattern that some text keeps busy for exponential
 * time, and if `nullable` is ignored. Throws as `compileSchemaFile` does.
 */
export async function schemaWarnings(path: string, allowRefsTo: readonly string[] = []): Promise<string[]> {
  const { root, schemas } = await readSchemas(path, allowRefsTo);
  const all = [root, ...schemas.values()];
  return [...slowPatternsIn(all), ...ignoredNullable(all)];
}

async function readSchemas(path: string, allowRefsTo: readonly string[]) {
  const root = await readSchema(path);
  const uri = pathToFileURL(path).href;
  const schemas = new Map<string, unknown>();
  const folder = dirname(path);
  const refused: DocumentsError[] = [];
  await gather(
    { path, uri, value: root },
    { schemas, refused, roots: resolveRoots([folder, ...allowRefsTo], folder) },
  );
  return { root, uri, schemas, refused };
}

interface Compilation {
  readonly uri: string;
  readonly schemas: ReadonlyMap<string, unknown>;
  readonly refused: readonly DocumentsError[];
}

/** A reference that wasn't followed may be data, or lead to a schema with an `$id`; otherwise it is why this fails. */
function compiled(
  root: unknown,
  { uri, schemas, refused }: Compilation,
  compileSchema: typeof compile,
): Validator {
  try {
    return compileSchema(root, { uri, schemas: Object.fromEntries(schemas), dialect: "json-schema" });
  } catch (error) {
    throw refused[0] ?? error;
  }
}

interface SchemaDocument {
  readonly path: string;
  /** Base URI of its references, unless it has an `$id`. */
  readonly uri: string;
  readonly value: unknown;
}

interface Gathering {
  readonly schemas: Map<string, unknown>;
  /** References that lead out of the roots. */
  readonly refused: DocumentsError[];
  readonly roots: Roots;
}

/** Reads the files that a schema references, recursively. */
async function gather({ path, uri, value }: SchemaDocument, gathering: Gathering): Promise<void> {
  const { schemas, refused, roots } = gathering;
  const id = (value as { $id?: unknown } | null)?.$id;
  const base = typeof id === "string" && URL.canParse(id, uri) ? new URL(id, uri).href : uri;
  for (const reference of referencesIn(value)) {
    const [relative = ""] = reference.split("#");
    if (relative === "" || !URL.canParse(relative, base)) continue;
    const target = new URL(relative, base).href;
    const file =
      toFilePath(target) ?? (URL.canParse(relative) ? undefined : resolve(dirname(path), relative));
    if (target === uri || schemas.has(target) || file === undefined) continue;
    const place = roots.locate(file);
    if (place.kind === "outside") refused.push(outside(path, reference));
    if (place.kind !== "inside") continue;
    const found = await readSchema(file, place.realPath);
    schemas.set(target, found);
    await gather({ path: file, uri: target, value: found }, gathering);
  }
}

function toFilePath(uri: string): string | undefined {
  if (uri.startsWith("file:")) return fileURLToPath(uri);
  return undefined;
}

function outside(path: string, reference: string): DocumentsError {
  const problem = `\`$ref\` to \`${reference}\` leads out of the schema's folder`;
  const remedy = "move the file into it, or allow its own folder with --allow-refs-to";
  return new DocumentsError("schema-unreadable", `${path}: ${problem}; ${remedy}`);
}

async function readSchema(path: string, realPath = path): Promise<unknown> {
  const content = readRegularFile(realPath);
  if (content.kind !== "bytes") {
    const { code = content.problem } = (content.cause ?? {}) as NodeJS.ErrnoException;
    const message = `${path}: cannot read the schema (${code})`;
    throw new DocumentsError("schema-unreadable", message, { cause: content.cause });
  }
  const text = content.bytes.toString("utf8");
  if (/^\.ya?ml$/i.test(extname(path))) return fromYaml(path, text);
  try {
    return fromJson(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    if (cause instanceof NumberTooLong) {
      const { line, column } = new Lines(text).range(cause.offset, cause.offset + cause.length);
      throw new DocumentsError("schema-unreadable", `${path}:${line}:${column}: ${longNumber.message}`, {
        cause,
      });
    }
    throw new DocumentsError("schema-unreadable", `${path}: not valid JSON`, { cause });
  }
}

function fromJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (mayHaveExactNumbers(text) && tooDeepAt(text) < 0) return withDoubles(parseExactJson(text));
  return value;
}

async function fromYaml(path: string, text: string): Promise<unknown> {
  const { parseYaml } = await import("../../reader/documents/yaml.js");
  const { value, problems } = parseYaml(text);
  const [problem] = problems;
  if (problem === undefined) return value;
  throw new DocumentsError(
    "schema-unreadable",
    `${path}:${problem.range.line}:${problem.range.column}: ${problem.message}`,
  );
}

/** Every string value of a `$ref`, even in data: reading an extra file does no harm. */
function referencesIn(root: unknown): string[] {
  return [...entriesIn(root)].flatMap(([name, value]) =>
    (name === "$ref" || name === "$dynamicRef") && typeof value === "string" ? [value] : [],
  );
}

function secretsIn(roots: readonly unknown[]): string[] {
  return [...entriesIn(roots)].flatMap(([name, value]) =>
    (value as { "x-secret"?: unknown } | null)?.["x-secret"] === true ? [name] : [],
  );
}

function slowPatternsIn(roots: readonly unknown[]): string[] {
  const patterns = [...entriesIn(roots)].flatMap(([name, value]) => {
    if (name === "pattern" && typeof value === "string") return [value];
    if (name === "patternProperties") return Object.keys(Object(value));
    return [];
  });
  return [...new Set(patterns)].flatMap((pattern) => {
    const slowness = findSlowness(pattern);
    if (slowness?.degree !== Number.POSITIVE_INFINITY) return [];
    const sentence = `the pattern \`${pattern}\` takes ${growthText(slowness.degree)} time`;
    return [
      `${sentence}, for example for the text \`${slowness.witness}\`; let each text match in one way only`,
    ];
  });
}

function ignoredNullable(roots: readonly unknown[]): string[] {
  const schemas = roots.filter(isSchemaObject).flatMap((root) => [...walkSchema(root)]);
  const found = schemas.find(([, { nullable }]) => nullable === true);
  if (found === undefined) return [];
  const place = toPointer([...found[0], "nullable"]);
  return [
    `JSON Schema doesn't have \`nullable\` (${place}), so null is refused; write \`type\` with \`null\` in its list`,
  ];
}

function* entriesIn(root: unknown): Iterable<[string, unknown]> {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const entry of Object.entries(value)) {
      yield entry;
      open.push(entry[1]);
    }
  }
}
