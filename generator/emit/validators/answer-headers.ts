import {
  below,
  dereference,
  entriesOf,
  type Place,
  referenceChain,
} from "../../../reader/documents/place.js";
import { saysMoreThanText } from "../../../reader/documents/plain-text-schema.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { readingOf } from "../webhooks/parameters.js";
import type { CheckOf, CheckRecord, HeaderCheck } from "./checks.js";
import type { ValidatorModules } from "./modules.js";
import type { Unchecked } from "./unchecked.js";

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
): CheckRecord<HeaderCheck> | undefined {
  const { contracts } = modules;
  const headers = entriesOf(below(dereference(contracts, response), "headers"));
  const checks = headers.flatMap(([header, reference]): [string, HeaderCheck][] => {
    // OpenAPI ignores it here.
    if (header.toLowerCase() === "content-type") return [];
    const place = dereference(contracts, reference);
    const described = (place.value ?? {}) as { readonly required?: unknown; readonly explode?: unknown };
    const [content] = entriesOf(below(place, "content"));
    const schema = below(content === undefined ? place : dereference(contracts, content[1]), "schema");
    const of = { what: `the header \`${header}\` of ${what}`, name: `${name} header ${header}` };
    const parameter = { place, in: "header", style: "simple", explode: described.explode === true } as const;
    const reading = readingOf(contracts, { ...parameter, contentType: content?.[0] });
    const isHidden = header.toLowerCase() === "set-cookie";
    if (reading === undefined || isHidden) {
      const reason = isHidden ? "no program in a browser can read it" : whyUnread(content?.[0]);
      if (saysMoreThanText(contracts, schema)) unchecked.push({ place: schema, what: of.what, reason });
    }
    const required = described.required === true && !isHidden;
    const check =
      reading === undefined || isHidden || (!reading.json && acceptsAnyText(modules, schema))
        ? undefined
        : checkOf(schema, { ...of, absent: "writeOnly", phrase: "the value" });
    if (!required && check === undefined) return [];
    const { json = false, type, list } = (check && reading) ?? {};
    return [[header, { required, json, list: list !== undefined, type, check }]];
  });
  return checks.length === 0 ? undefined : checks;
}

function whyUnread(contentType: string | undefined): string {
  return contentType === undefined
    ? "only texts, numbers, booleans and lists of them are read"
    : `\`${contentType}\` isn't read`;
}

/** Whether a schema says no more than `type: string`. */
function acceptsAnyText({ contracts }: ValidatorModules, schema: Place): boolean {
  if (saysMoreThanText(contracts, schema)) return false;
  return referenceChain(contracts, schema).every(
    ({ value }) => isSchemaObject(value) && value.format === undefined,
  );
}
