import type { Absent } from "../../../reader/documents/in-direction.js";
import { saysMoreThanText } from "../../../reader/documents/joint-schemas.js";
import {
  below,
  childPlaces,
  dereference,
  type Place,
  referenceChain,
} from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { type Code, code, enclosed } from "../../../reader/text/code/code.js";
import { literal, valueKey } from "../../../reader/text/code/literal.js";
import type { ModuleContext } from "../../../reader/validation/code/module-context.js";
import type { Definition } from "../../../reader/validation/nodes/node.js";
import { parameterReading } from "../incoming-parameters.js";
import type { ValidatorModules } from "./modules.js";
import type { Unchecked } from "./unchecked.js";

/** The checks of an operation. Records are by key, by media type, and by status and media type or header. */
export interface Checks {
  readonly parameters: CheckTable | undefined;
  readonly body: CheckTable | undefined;
  readonly answers: CheckTable<CheckTable> | undefined;
  /** Of answers. */
  readonly headers: CheckTable<CheckTable<HeaderCheck>> | undefined;
}

/** Checks by key, in order. */
export type CheckTable<T = GeneratedCheck> = readonly (readonly [string, T])[];

/** A schema that values are checked against. */
interface GeneratedCheck {
  readonly definition: Definition;
  /** What messages call the value. */
  readonly phrase: string;
}

/** How a header of an answer is read and checked; `HeaderCheck` of the runtime. */
interface HeaderCheck {
  readonly required: boolean;
  readonly json: boolean;
  readonly list: boolean;
  readonly type: "number" | "boolean" | undefined;
  readonly check: GeneratedCheck | undefined;
}

/** The check of a schema; `undefined` if it asserts nothing, or if no validator can be made of it, which is then recorded. */
export type CheckOf = (
  place: Place,
  options: {
    readonly absent?: Absent;
    readonly phrase: string;
    /** The wanted name of its definition. */
    readonly name: string;
    /** Whose schema it is, for the list of what isn't checked. */
    readonly what: string;
  },
) => GeneratedCheck | undefined;

/** The checks of an operation as an object literal. */
export function checksCode(context: ModuleContext, { parameters, body, answers, headers }: Checks): Code {
  const check = ({ definition, phrase }: GeneratedCheck): Code => {
    const validator = [context.accepts(definition), context.schema(definition), literal(phrase)] as const;
    return code`check({ accepts: ${validator[0]}, schema: ${validator[1]}, phrase: ${validator[2]} })`;
  };
  const header = ({ required, json, list, type, check: own }: HeaderCheck): Code =>
    memberRecord({
      required: required ? literal(true) : undefined,
      json: json ? literal(true) : undefined,
      list: list ? literal(true) : undefined,
      type: type && literal(type),
      check: own && check(own),
    });
  const record = <T>(list: CheckTable<T> | undefined, each: (item: T) => Code) =>
    list && objectLiteral(list.map(([key, item]) => [key, each(item)]));
  return memberRecord({
    parameters: record(parameters, check),
    body: record(body, check),
    answers: record(answers, (byMedia) => record(byMedia, check) ?? code`{}`),
    headers: record(headers, (byName) => record(byName, header) ?? code`{}`),
  });
}

function memberRecord(members: Readonly<Record<string, Code | undefined>>): Code {
  return objectLiteral(
    Object.entries(members).flatMap(([key, value]) => {
      if (value === undefined) return [];
      return [[key, value]];
    }),
  );
}

/** Own properties, whatever their names. */
function objectLiteral(entries: readonly (readonly [string, Code])[]): Code {
  return enclosed(
    "object",
    entries.map(([key, value]) => code`${valueKey(key)}: ${value}`),
  );
}

/** What the checks of an answer's headers are made with. */
interface AnswerHeaders {
  readonly checkOf: CheckOf;
  /** Wanted name of the answer. */
  readonly name: string;
  /** `the answer 200 of …` */
  readonly what: string;
  /** Collects what isn't checked. */
  readonly unchecked: Unchecked[];
}

/** The checks of the headers of an answer, by name. */
export function headerChecks(
  modules: ValidatorModules,
  response: Place,
  { checkOf, name, what, unchecked }: AnswerHeaders,
): CheckTable<HeaderCheck> | undefined {
  const { contracts } = modules;
  const headers = childPlaces(below(dereference(contracts, response), "headers"));
  const checks = headers.flatMap(([header, reference]): [string, HeaderCheck][] => {
    // OpenAPI ignores it here.
    if (header.toLowerCase() === "content-type") return [];
    const place = dereference(contracts, reference);
    const described = (place.value ?? {}) as { readonly required?: unknown; readonly explode?: unknown };
    const [content] = childPlaces(below(place, "content"));
    const schema = below(content === undefined ? place : dereference(contracts, content[1]), "schema");
    const of = { what: `the header \`${header}\` of ${what}`, name: `${name} header ${header}` };
    const parameter = { place, in: "header", style: "simple", explode: described.explode === true } as const;
    const reading = parameterReading(contracts, { ...parameter, contentType: content?.[0] });
    const isHidden = header.toLowerCase() === "set-cookie";
    if (reading === undefined || isHidden) {
      const reason = isHidden ? "no program in a browser can read it" : whyUnread(content?.[0]);
      if (saysMoreThanText(contracts, schema)) unchecked.push({ place: schema, what: of.what, reason });
    }
    const required = described.required === true && !isHidden;
    const isOpen = reading === undefined || isHidden || (!reading.json && acceptsAnyText(modules, schema));
    const check = isOpen ? undefined : checkOf(schema, { ...of, absent: "writeOnly", phrase: "the value" });
    if (!required && check === undefined) return [];
    const { json = false, type, list } = (check && reading) ?? {};
    return [[header, { required, json, list: list !== undefined, type, check }]];
  });
  if (checks.length === 0) return undefined;
  return checks;
}

function whyUnread(contentType: string | undefined): string {
  if (contentType === undefined) return "only texts, numbers, booleans and lists of them are read";
  return `\`${contentType}\` isn't read`;
}

/** Whether a schema says no more than `type: string`. */
function acceptsAnyText({ contracts }: ValidatorModules, schema: Place): boolean {
  if (saysMoreThanText(contracts, schema)) return false;
  return referenceChain(contracts, schema).every(
    ({ value }) => isSchemaObject(value) && value.format === undefined,
  );
}
