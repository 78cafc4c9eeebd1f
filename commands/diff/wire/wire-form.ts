import type { Place } from "../../../reader/documents/place.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { type Part, toRecord } from "../part.js";

/** How a value of a part is written: as JSON, as one text, in a style of OpenAPI, or as the fields of a form. */
export type WireForm = JsonForm | TextForm | StyledForm | FieldsForm;

/** A value is JSON. */
interface JsonForm {
  readonly kind: "json";
}

/** A plain value is a text; lists and objects have none. */
interface TextForm {
  readonly kind: "text";
}

/** A value in a style of OpenAPI 3.1 (Parameter Object). */
export interface StyledForm {
  readonly kind: "styled";
  readonly where: "path" | "query" | "header" | "cookie" | "field";
  readonly style: string;
  readonly explode: boolean;
  /** What separates the items of a list that isn't repeated by its name. */
  readonly delimiter: string;
  /** Whether a delimiter in an item can be told apart from one between items. */
  readonly isEscaped: boolean;
  /** Whether an object is JSON, as in a form without styles. */
  readonly hasJsonObjects: boolean;
}

/** The members of an object, each in its own form. */
export interface FieldsForm {
  readonly kind: "fields";
  readonly isMultipart: boolean;
  /** By the name of a member. Others are in the form that members have by default. */
  readonly fields: Readonly<Record<string, JsonForm | StyledForm>>;
}

const json: JsonForm = { kind: "json" };

/** How the schema of a part describes what is sent. */
export function wireForm({ kind, key, schema, at }: Part & { readonly schema: Place }): WireForm {
  const value = toRecord(at.value);
  if (kind === "parameter" || kind === "header" || kind === "part-header") {
    // The schema of a media type is further below.
    if (schema.tokens.length !== at.tokens.length + 1) return json;
    return styledForm(kind === "parameter" ? value.in : "header", value);
  }
  if (!kind.endsWith("-media-type") || schema.tokens.at(-1) !== "schema") return json;
  const [essence = ""] = key.split(";", 1);
  if (essence === "text/plain") return { kind: "text" };
  const isMultipart = essence === "multipart/form-data";
  if (!isMultipart && essence !== "application/x-www-form-urlencoded") return json;
  const encodings = Object.entries(toRecord(value.encoding));
  return {
    kind: "fields",
    isMultipart,
    fields: Object.fromEntries(
      encodings.map(([name, each]) => [name, fieldForm(toRecord(each), isMultipart)]),
    ),
  };
}

/** The form of a field that no encoding describes: a list repeats its name, and an object is JSON. */
export function defaultField({ isMultipart }: Pick<FieldsForm, "isMultipart">): StyledForm {
  return {
    kind: "styled",
    where: "field",
    style: "form",
    explode: true,
    delimiter: ",",
    isEscaped: !isMultipart,
    hasJsonObjects: true,
  };
}

function fieldForm(encoding: Readonly<Record<string, unknown>>, isMultipart: boolean): JsonForm | StyledForm {
  const { style, explode, contentType } = encoding;
  if (style === undefined && explode === undefined) {
    const types = typeof contentType === "string" ? contentType.split(",") : [];
    if (types.length > 0 && types.every((type) => /[/+]json\s*(?:;|$)/i.test(type))) return json;
    return defaultField({ isMultipart });
  }
  const form = styledForm("field", encoding);
  return { ...form, isEscaped: form.isEscaped && !isMultipart };
}

const styles: Readonly<Record<string, string>> = { path: "simple", header: "simple" };
const delimiters: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

function styledForm(location: unknown, value: Readonly<Record<string, unknown>>): StyledForm {
  const where = wheres.find((each) => each === location) ?? "query";
  const style = typeof value.style === "string" ? value.style : (styles[where] ?? "form");
  const explode = typeof value.explode === "boolean" ? value.explode : byDefault.has(style);
  const delimiter = style === "label" && explode ? "." : (delimiters[style] ?? ",");
  return {
    kind: "styled",
    where,
    style,
    explode,
    delimiter,
    isEscaped: delimiter === "," && where !== "header" && style !== "cookie" && value.allowReserved !== true,
    hasJsonObjects: false,
  };
}

const wheres = ["path", "query", "header", "cookie", "field"] as const;
/** Styles that explode unless they are told otherwise. */
const byDefault = new Set(["form", "deepObject", "cookie"]);

/** The form of both versions; `undefined` if they differ, which is a finding by itself. */
export function commonForm(old: WireForm, current: WireForm): WireForm | undefined {
  if (old.kind !== "fields" || current.kind !== "fields") {
    if (canonical(old) === canonical(current)) return current;
    return undefined;
  }
  if (old.isMultipart !== current.isMultipart) return undefined;
  const names = new Set([...Object.keys(old.fields), ...Object.keys(current.fields)]);
  for (const name of names)
    if (canonical(findField(old, name)) !== canonical(findField(current, name))) return undefined;
  return { ...current, fields: { ...old.fields, ...current.fields } };
}

/** The name that the value of a part is sent with. */
export function sentName({ key, at }: Part): string {
  const { name } = toRecord(at.value);
  return typeof name === "string" ? name : key;
}

/** The form of a member. */
export function findField(form: FieldsForm, name: string): JsonForm | StyledForm {
  if (Object.hasOwn(form.fields, name)) return form.fields[name] ?? json;
  return defaultField(form);
}

/** Whether a list is written as a text for each item, and not as one text. */
export function repeats({ style, explode }: StyledForm): boolean {
  return explode && ["form", "cookie", "matrix", "spaceDelimited", "pipeDelimited"].includes(style);
}
