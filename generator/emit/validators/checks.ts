import type { Absent } from "../../../reader/documents/in-direction.js";
import type { Place } from "../../../reader/documents/place.js";
import { type Code, code } from "../../../reader/text/code/code.js";
import { enclosed } from "../../../reader/text/code/enclosed.js";
import { literal, valueKey } from "../../../reader/text/code/literal.js";
import type { ModuleContext } from "../../../reader/validation/code/module-context.js";
import type { Definition } from "../../../reader/validation/nodes/node.js";

/** The checks of an operation. Records are by key, by media type, and by status and media type or header. */
export interface Checks {
  readonly parameters: CheckRecord | undefined;
  readonly body: CheckRecord | undefined;
  readonly answers: CheckRecord<CheckRecord> | undefined;
  /** Of answers. */
  readonly headers: CheckRecord<CheckRecord<HeaderCheck>> | undefined;
}

/** Checks by key, in order. */
export type CheckRecord<T = Check> = readonly (readonly [string, T])[];

/** A schema that values are checked against. */
export interface Check {
  readonly definition: Definition;
  /** What messages call the value. */
  readonly phrase: string;
}

/** How a header of an answer is read and checked; `HeaderCheck` of the runtime. */
export interface HeaderCheck {
  readonly required: boolean;
  readonly json: boolean;
  readonly list: boolean;
  readonly type: "number" | "boolean" | undefined;
  readonly check: Check | undefined;
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
) => Check | undefined;

/** The checks of an operation as an object literal. */
export function checksCode(context: ModuleContext, { parameters, body, answers, headers }: Checks): Code {
  const check = ({ definition, phrase }: Check): Code => {
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
  const record = <T>(list: CheckRecord<T> | undefined, each: (item: T) => Code) =>
    list && recordOf(list.map(([key, item]) => [key, each(item)]));
  return memberRecord({
    parameters: record(parameters, check),
    body: record(body, check),
    answers: record(answers, (byMedia) => record(byMedia, check) ?? code`{}`),
    headers: record(headers, (byName) => record(byName, header) ?? code`{}`),
  });
}

function memberRecord(members: Readonly<Record<string, Code | undefined>>): Code {
  return recordOf(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** Own properties, whatever their names. */
function recordOf(entries: readonly (readonly [string, Code])[]): Code {
  return enclosed(
    "object",
    entries.map(([key, value]) => code`${valueKey(key)}: ${value}`),
  );
}
