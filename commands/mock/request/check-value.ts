import { hasExactNumbers, withDoubles } from "../../../reader/documents/exact-number.js";
import type { Place } from "../../../reader/documents/place.js";
import { saysMoreThanText } from "../../../reader/documents/plain-text-schema.js";
import { SchemaError } from "../../../reader/validation/schema-error.js";
import type { Direction, MockSchemas } from "../contract/schemas.js";
import { hasSchema } from "../contract/schemas.js";
import type { MockFinding } from "../exchange.js";
import { type FindingPlace, findingsOf, roundedNumbers, unread, unusable } from "../finding.js";
import { shapeOf } from "./shape.js";
import { type Texts, valueFromTexts } from "./texts.js";

/** How values are checked. */
export interface Checking {
  readonly schemas: MockSchemas;
  /** Whether what the contract doesn't declare is a finding, too. */
  readonly strict: boolean;
}

/** A schema, whose values, and where findings are. */
export interface Checked {
  readonly schema: Place;
  readonly direction: Direction;
  readonly at: FindingPlace;
  /** What sentences call the value. */
  readonly phrase: string;
}

/** The findings about a value; a schema that is unusable is a warning. */
function checkValue({ schemas, strict }: Checking, checked: Checked, value: unknown): readonly MockFinding[] {
  const { schema, direction, at, phrase } = checked;
  if (!hasSchema(schema)) return [];
  return guarded(at, () => {
    const validator = schemas.validator(schema, direction, phrase);
    if (!hasExactNumbers(value)) return findingsOf(at, validator.check(value, { strict }));
    const found = validator.check(withDoubles(value), { strict });
    return [...findingsOf(at, found), ...roundedNumbers(at, value)];
  });
}

/** The same for texts, which are read as the schema wants them. */
export function checkTexts(
  checking: Checking,
  checked: Checked,
  read: (shape: ReturnType<typeof shapeOf>) => Texts | undefined,
): readonly MockFinding[] {
  const { schema, direction, at } = checked;
  return guarded(at, () => {
    const shape = shapeOf(hasSchema(schema) ? [checking.schemas.node(schema, direction)] : []);
    const texts = read(shape);
    return texts === undefined ? [] : checkValue(checking, checked, valueFromTexts(texts, shape));
  });
}

/** A warning if a body that isn't read has a schema with something to check. */
export function uncheckedBody(
  { schemas }: Checking,
  { schema, direction, at }: Pick<Checked, "schema" | "direction" | "at">,
  type: string,
): readonly MockFinding[] {
  return saysMoreThanText(schemas.contracts(direction), schema) ? [unread(at, type)] : [];
}

function guarded(at: FindingPlace, check: () => readonly MockFinding[]): readonly MockFinding[] {
  try {
    return check();
  } catch (error) {
    // A pattern that isn't a regular expression is a syntax error of the compiled code.
    if (error instanceof SchemaError || error instanceof SyntaxError || error instanceof RangeError)
      return [unusable(at, error)];
    throw error;
  }
}
