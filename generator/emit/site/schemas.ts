import { branches } from "../../../reader/documents/joint-schemas.js";
import { listedExamples, plainExample } from "../../../reader/documents/openapi/contract-examples.js";
import { isSchemaObject, recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { memberText } from "../../../reader/model/names.js";
import { placeSource } from "../../../reader/model/schemas.js";
import { htmlCode, htmlText } from "../../../reader/text/code/html.js";
import { translatedPlace } from "../../../reader/validation/dialects/openapi30.js";
import { sourceLink } from "../file.js";
import type { ApiSchema } from "../reference/api.js";
import { constraintsText, typeLine } from "../reference/contents.js";
import { placeRules } from "../reference/schemas.js";
import { exampleText, madeValues } from "./examples.js";
import { unshownOfSchema } from "./not-shown.js";
import { shortened } from "./operation.js";
import { type SectionInput, type SitePage, typeCode } from "./page.js";
import { notShown, propertyTable, withMarks } from "./tables.js";

/** The page of a schema with its properties, rules and an example. */
export function schemaPage(
  input: SectionInput,
  file: string,
  { typeName, place: written }: ApiSchema,
): SitePage {
  const { contracts, markdown } = input;
  const place = translatedPlace(contracts, written);
  const value = recordOrEmpty(place.value);
  const table = propertyTable(input, place);
  const rules = placeRules(place);
  const limits = constraintsText(contracts, branches(contracts, place));
  const given = [...plainExample(written.value), ...listedExamples(written.value)];
  const named = contracts.examples.filter(({ subject }) => subject === subjectName(input, typeName));
  const declared = given[0]?.value ?? named[0]?.document.value;
  const examples = declared === undefined ? madeValues(input.checks, written) : [declared];
  return {
    file,
    title: typeName,
    template: "site-schema.html",
    entry: { kind: "schema", title: typeName, line: "", members: table.names },
    view: {
      title: htmlText(typeName),
      description: markdown.prose(memberText(value.description) ?? memberText(value.title) ?? ""),
      hasRows: table.rows.length > 0,
      rows: table.rows,
      type: typeCode(input, shortened(typeLine(input, place))),
      limits: withMarks(markdown.sentence(limits), [place.value]),
      hasLimits: !withMarks(markdown.sentence(limits), [place.value]).isEmpty,
      isClosed: value.additionalProperties === false || value.unevaluatedProperties === false,
      hasRules: rules.length > 0,
      rules: rules.map(({ rule, message, level, clause }) => ({
        rule: htmlCode(rule),
        message: markdown.line(message),
        level: htmlText(level),
        clause: htmlText(clause ?? ""),
      })),
      hasExample: examples.length > 0,
      isMade: declared === undefined,
      example: htmlText(examples.length > 0 ? exampleText(examples[0], "application/json") : ""),
      source: htmlCode(sourceLink(placeSource(contracts, place))),
      ...notShown(isSchemaObject(written.value) ? unshownOfSchema(written) : []),
    },
  };
}

/** What files of examples call a schema. */
function subjectName({ model }: SectionInput, typeName: string): string {
  return model.schemas.find((schema) => schema.typeName === typeName)?.name ?? typeName;
}
