import { propertyBranches } from "../../../reader/documents/joint-schemas.js";
import type { Place } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { type Code, code, empty, join } from "../../../reader/text/code/code.js";
import { htmlCode, htmlText } from "../../../reader/text/code/html.js";
import type { TemplateView } from "../../render/template.js";
import { propertyFacts } from "../reference/schemas.js";
import { type SectionInput, typeCode } from "./page.js";

/** The properties of an object schema as rows, with their names for the search. */
export interface PropertyTable {
  readonly names: readonly string[];
  readonly rows: readonly TemplateView[];
}

/** The rows of an object schema; none if it has no properties. */
export function propertyTable(input: SectionInput, place: Place): PropertyTable {
  const facts = propertyFacts(input, place);
  return {
    names: facts.map(({ name }) => name),
    rows: facts.map(({ name, type, limits, isRequired, description }) => {
      const schemas = propertyBranches(input.contracts, place, [name]).map(({ value }) => value);
      return {
        name: htmlCode(name),
        type: typeCode(input, type),
        isRequired,
        limits: withMarks(input.markdown.sentence(limits), schemas),
        description: input.markdown.line(description),
      };
    }),
  };
}

/** Limits, followed by what a schema says of its use: whether it is only read or written, deprecated, and its default. */
export function withMarks(limits: Code, schemas: readonly unknown[]): Code {
  const found = schemas.filter(isSchemaObject);
  const marks: Code[] = limits.isEmpty ? [] : [limits];
  if (found.some(({ readOnly }) => readOnly === true)) marks.push(code`read-only`);
  if (found.some(({ writeOnly }) => writeOnly === true)) marks.push(code`write-only`);
  if (found.some(({ deprecated }) => deprecated === true)) marks.push(code`deprecated`);
  const holder = found.find((schema) => "default" in schema);
  if (holder !== undefined) marks.push(code`default ${htmlCode(JSON.stringify(holder.default) ?? "")}`);
  return join(marks, "; ");
}

/** A sentence about what the page leaves out; empty if that is nothing. */
export function notShown(names: readonly string[]): TemplateView {
  const shown = names.slice(0, 40);
  const rest = names.length - shown.length;
  const more = rest === 0 ? empty : code` and ${htmlText(String(rest))} more`;
  return {
    hasUnshown: names.length > 0,
    unshown: code`${join(shown.map(htmlCode), ", ")}${more}`,
  };
}
