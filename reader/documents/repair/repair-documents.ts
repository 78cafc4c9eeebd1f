import { isTooDeep } from "@oipkit/runtime/json-depth";
import { nearestNames } from "@oipkit/runtime/nearest-names";
import { isOpenApi } from "../contract-kind.js";
import { type Contracts, diagnose } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import type { Document } from "../document.js";
import { stylesIn } from "../openapi/path-items.js";
import { below, dereference, type Place, placeAt, placeKey } from "../place.js";
import { resolveReference } from "../references.js";
import { isSchemaObject, type SchemaObject, subschemas } from "../schema-walk.js";
import { type Edit, edited } from "./edit.js";
import { addImpliedParameters } from "./implied-parameters.js";
import { type KeywordRepair, patternRepairs, schemaRepairs } from "./repair-schema.js";
import { documentShape, type ExpectedShape, schemaShape, shapeInWords } from "./shapes.js";

/** How to repair. */
export interface RepairOptions {
  /** What to do with a pattern that isn't ECMA-262: read the schema without it, or keep it for a caller that decides by itself. */
  readonly unreadablePatterns: "leave out" | "keep";
}

type Parsed = Pick<Contracts, "documents" | "openapi" | "asyncapi" | "schemas">;

/**
 * Reads what isn't valid in OpenAPI documents by its best meaning: in `documents`, a part that can't be read as it is written
 * is replaced or left out. Returns a finding for each. Parts of AsyncAPI documents and of JSON Schema files are left alone,
 * apart from patterns.
 */
export function repairDocuments(
  documents: Map<string, Document>,
  contracts: Omit<Parsed, "documents">,
  { unreadablePatterns }: RepairOptions,
): Diagnostic[] {
  const patterns = unreadablePatterns === "keep" ? [] : [...documents.values()].flatMap(patternEdits);
  const edits = [...new Repairs({ documents, ...contracts }).edits(), ...patterns];
  const byDocument = grouped(edits);
  for (const [document, own] of byDocument) documents.set(document.path, edited(document, own));
  addImpliedParameters(documents, contracts);
  return edits.flatMap(({ document, tokens, finding, at = [] }) => {
    if (finding === undefined) return [];
    return [diagnose(document, [...tokens, ...at], { ...finding, severity: repairSeverity(finding.code) })];
  });
}

/** A type that doesn't exist is a mistake: read as any type, it would make a validator accept anything. */
function repairSeverity(code: Diagnostic["code"]): Diagnostic["severity"] {
  if (code === "type-unknown") return "error";
  return "warning";
}

function grouped(edits: readonly Edit[]): Map<Document, Edit[]> {
  const found = new Map<Document, Edit[]>();
  for (const edit of edits) {
    const own = found.get(edit.document);
    if (own === undefined) found.set(edit.document, [edit]);
    else own.push(edit);
  }
  return found;
}

function patternEdits(document: Document): Edit[] {
  const holders = new Map<string, Place>();
  for (const { tokens } of document.scan.patterns) {
    const place = placeAt(document, tokens.slice(0, tokens.at(-2) === "patternProperties" ? -2 : -1));
    holders.set(placeKey(place), place);
  }
  return [...holders.values()].flatMap((place) => {
    if (!isSchemaObject(place.value)) return [];
    return patternRepairs(place.value).map((repair) => repairEdit(place, repair));
  });
}

function repairEdit(
  { document, tokens }: Place,
  { keyword, entry, code, message, hint = "", at, ...rest }: KeywordRepair,
): Edit {
  const target = entry === undefined ? "value" : "key";
  return {
    document,
    tokens: [...tokens, keyword, ...(entry === undefined ? [] : [entry])],
    ...("value" in rest && { value: rest.value }),
    ...(at !== undefined && { at }),
    ...(message !== undefined && { finding: { code, message, hint, target } }),
  };
}

/** Where a parameter can be. The last is of OpenAPI 3.2, and has a check of its own (`checkVersion32`). */
const places = new Set(["path", "query", "header", "cookie", "querystring"]);

/** Opens a part of the place that is visited. */
type Open = (tokens: readonly string[], shape: ExpectedShape, part: unknown) => void;

class Repairs {
  readonly #edits: Edit[] = [];
  /** Where each part was visited; the keys of its places if there are several, since an alias of YAML puts it in many. */
  readonly #visited = new Map<object, Place | Set<string>>();
  readonly #leftOut = new Set<string>();
  readonly #open: { readonly place: Place; readonly shape: ExpectedShape; readonly isVersion30: boolean }[] =
    [];
  /** What references lead to: each place is read first as what it is where it stands. */
  readonly #referred: {
    readonly place: Place;
    readonly shape: ExpectedShape;
    readonly isVersion30: boolean;
  }[] = [];
  /** Judged by checks of their own. */
  readonly #others: ReadonlySet<string>;

  constructor(readonly contracts: Parsed) {
    this.#others = new Set([...contracts.asyncapi, ...contracts.schemas].map(({ path }) => path));
  }

  edits(): readonly Edit[] {
    for (const document of this.contracts.openapi) {
      if (!isSchemaObject(document.value) || isTooDeep(document.value)) continue;
      const isVersion30 = isOpenApi(document.value, "3.0");
      this.#open.push({ place: placeAt(document, []), shape: documentShape, isVersion30 });
    }
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop() ?? this.#referred.pop())
      if (fits(next.shape, next.place.value)) this.#visit(next);
    return this.#edits;
  }

  #visit({ place, shape, isVersion30 }: { place: Place; shape: ExpectedShape; isVersion30: boolean }): void {
    const { document, value } = place;
    if (this.#others.has(document.path)) return;
    if (typeof value !== "object" || value === null) return;
    if (this.#wasVisited(place, value)) return;
    const open: Open = (tokens, inner, part) => {
      if (!fits(inner, part)) this.#leaveOut(below(place, ...tokens), inner);
      else if (typeof part === "object" && part !== null)
        this.#open.push({
          place: { document, tokens: [...place.tokens, ...tokens], value: part },
          shape: inner,
          isVersion30,
        });
    };
    const { $ref } = value as { $ref?: unknown };
    const isReferable = shape.kind === "map" ? shape.referable === true : shape.kind !== "list";
    const isReference = typeof $ref === "string" && isReferable;
    if (isReference) {
      const resolution = resolveReference(this.contracts.documents, document, $ref);
      if (resolution.kind === "found") this.#referred.push({ place: resolution.target, shape, isVersion30 });
    }
    switch (shape.kind) {
      case "object": {
        const fields = shape.fields();
        if (Object.hasOwn(value, "$ref") && typeof $ref !== "string")
          this.#leaveOut(below(place, "$ref"), { kind: "text" });
        this.#style(place, shape.name);
        for (const [name, part] of Object.entries(value))
          if (Object.hasOwn(fields, name)) open([name], fields[name] as ExpectedShape, part);
        return;
      }
      case "map":
        for (const [name, part] of Object.entries(value))
          if (!(shape.extensible && name.startsWith("x-")) && !(isReference && name === "$ref"))
            open([name], shape.of, part);
        return;
      case "list":
        this.#list(place, shape.of, open);
        return;
      case "schema":
        this.#schema(place, { isVersion30, open });
        return;
    }
  }

  #wasVisited(place: Place, value: object): boolean {
    const before = this.#visited.get(value);
    if (before === undefined) {
      this.#visited.set(value, place);
      return false;
    }
    // Most parts are in one place, and have no key.
    if (!(before instanceof Set) && isSamePlace(before, place)) return true;
    const keys = before instanceof Set ? before : new Set([placeKey(before)]);
    this.#visited.set(value, keys);
    const key = placeKey(place);
    if (keys.has(key)) return true;
    keys.add(key);
    return false;
  }

  #style(place: Place, name: string): void {
    if (name !== "Parameter" && name !== "Encoding") return;
    const { style, in: where } = place.value as SchemaObject;
    const [byDefault, ...others] = stylesIn(name === "Encoding" ? "query" : String(where));
    if (typeof style !== "string" || byDefault === undefined || [byDefault, ...others].includes(style))
      return;
    const [near] = nearestNames(style, [byDefault, ...others]);
    const meantStyle = near === undefined ? "" : `Did you mean \`${near}\`? `;
    const owner = name === "Encoding" ? "a form's properties" : `parameters in ${where}`;
    this.#drop(below(place, "style"), `\`${style}\` isn't a style of ${owner}, so it is left out`, {
      at: [],
      hint: `${meantStyle}Without a style, it is \`${byDefault}\`${others.length === 0 ? "" : `; there are also ${others.map((each) => `\`${each}\``).join(", ")}`}.`,
    });
  }

  #list(place: Place, shape: ExpectedShape, open: Open): void {
    const isParameters = shape.kind === "object" && shape.name === "Parameter";
    for (const [index, part] of (place.value as unknown[]).entries()) {
      const item = below(place, String(index));
      const missing = isParameters ? this.#missingInParameter(item) : undefined;
      if (missing === undefined) open([String(index)], shape, part);
      else
        this.#drop(item, missing.message, {
          at: missing.at,
          hint: `${missing.meant}Give each parameter a \`name\`, and \`in\`: path, query, header or cookie.`,
        });
    }
  }

  #missingInParameter(
    item: Place,
  ): { readonly message: string; readonly at: readonly string[]; readonly meant: string } | undefined {
    const { value } = dereference(this.contracts, item);
    if (!isSchemaObject(value) || typeof value.$ref === "string") return undefined;
    if (typeof value.name !== "string")
      return { message: "the parameter has no `name`, so it is left out", at: [], meant: "" };
    const { in: where } = value;
    if (typeof where === "string" && places.has(where)) return undefined;
    const message = `the parameter \`${value.name}\` isn't \`in\` path, query, header or cookie, so it is left out`;
    const [near] = nearestNames(String(where), [...places]);
    const meant = near === undefined ? "" : `Did you mean \`${near}\`? `;
    return { message, meant, at: item.value === value && where !== undefined ? ["in"] : [] };
  }

  #schema(place: Place, { isVersion30, open }: { isVersion30: boolean; open: Open }) {
    const schema = place.value as SchemaObject;
    const repairs = schemaRepairs(schema, { isVersion30 });
    this.#edits.push(...repairs.map((repair) => repairEdit(place, repair)));
    const gone = repairs.filter((each) => each.message !== undefined && !("value" in each));
    for (const [tokens, part] of subschemas(schema)) {
      if (!gone.some(({ keyword }) => keyword === tokens[0])) open(tokens, schemaShape, part);
    }
  }

  #leaveOut(place: Place, shape: ExpectedShape): void {
    const name = place.tokens.at(-1) ?? "";
    this.#drop(place, `\`${name}\` must be ${shapeInWords(shape)}, so it is left out`, {
      at: [],
      hint: "Write it as the specification says, or remove it.",
    });
  }

  #drop(
    { document, tokens }: Place,
    message: string,
    { at, hint }: { readonly at: readonly string[]; readonly hint: string },
  ): void {
    const key = placeKey({ document, tokens });
    if (tokens.length === 0 || this.#leftOut.has(key)) return;
    this.#leftOut.add(key);
    this.#edits.push({ document, tokens, finding: { code: "openapi-invalid", message, hint }, at });
  }
}

function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.document === other.document &&
    one.tokens.length === other.tokens.length &&
    one.tokens.every((token, index) => token === other.tokens[index])
  );
}

function fits(shape: ExpectedShape, value: unknown): boolean {
  switch (shape.kind) {
    case "object":
    case "map":
      return isSchemaObject(value);
    case "list":
      return Array.isArray(value);
    case "schema":
      return isSchemaObject(value) || typeof value === "boolean";
    case "text":
      return typeof value === "string";
    case "scalar":
      return ["string", "number", "boolean"].includes(typeof value);
    case "flag":
      return typeof value === "boolean";
  }
}
