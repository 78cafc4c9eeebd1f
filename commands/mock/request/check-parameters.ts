import { hasExactNumbers, withDoubles } from "../../../reader/documents/exact-number.js";
import { saysMoreThanText } from "../../../reader/documents/joint-schemas.js";
import { below, childPlaces, type Place } from "../../../reader/documents/place.js";
import type { HttpParameter } from "../../../reader/model/model.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import type { MockOperation } from "../contract/operations.js";
import { hasSchema, type MockSchemas, type ValueDirection } from "../contract/schemas.js";
import {
  deprecated,
  type FindingPlace,
  finding,
  type MockFinding,
  mockFindings,
  roundedNumbers,
  unread,
  unusable,
} from "../exchange.js";
import { misplacedMembers } from "./access-marks.js";
import { contentKind } from "./headers.js";
import {
  BadEncoding,
  decoded,
  decodedField,
  fromCookies,
  fromHeader,
  fromPairs,
  fromPath,
  type NameValuePair,
  readCookies,
  readPairs,
} from "./styled.js";
import { createShape, jsonValue, type Texts, type ValueShape, valueFromTexts } from "./texts.js";
import { unknownQuery } from "./unknown-query.js";

/** Where the parameters of a request are. */
interface ParameterSources {
  /** Of the path, as sent. */
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The findings about the parameters of a request: missing ones, and values that their schemas refuse. */
export function checkParameters(
  operation: MockOperation,
  sources: ParameterSources,
  checking: Checking,
): readonly MockFinding[] {
  if (operation.parameters.length === 0 && sources.query === "") return [];
  let query: readonly NameValuePair[];
  try {
    query = readPairs(sources.query);
  } catch (error) {
    if (!(error instanceof BadEncoding)) throw error;
    return [badEncoding({ side: "request", in: "query" }, error)];
  }
  const cookies = readCookies(sources.headers.cookie);
  const others = queryNames(operation);
  const { path, query: search, headers } = sources;
  const read: Read = { path, query: search, headers, pairs: query, cookies, others };
  const found = operation.parameters.flatMap((parameter) => checkParameter(parameter, read, checking));
  if (checking.strict) return [...found, ...unknownQuery(operation, query, checking.schemas)];
  return found;
}

const knownNames = new WeakMap<MockOperation, ReadonlySet<string>>();

function queryNames(operation: MockOperation): ReadonlySet<string> {
  const known = knownNames.get(operation);
  if (known !== undefined) return known;
  const names = operation.parameters.filter((each) => each.in === "query").map(({ name }) => name);
  const made = new Set(names);
  knownNames.set(operation, made);
  return made;
}

/** Where the schema of a parameter is. */
interface ParameterSchema {
  /** The media type object of a parameter that is written as one. */
  readonly media: Place | undefined;
  readonly schema: Place;
}

const knownSchemas = new WeakMap<HttpParameter, ParameterSchema>();

function parameterSchema(parameter: HttpParameter): ParameterSchema {
  const known = knownSchemas.get(parameter);
  if (known !== undefined) return known;
  const media = childPlaces(below(parameter.place, "content"))[0]?.[1];
  const made = { media, schema: below(media ?? parameter.place, "schema") };
  knownSchemas.set(parameter, made);
  return made;
}

interface Read extends ParameterSources {
  readonly pairs: readonly NameValuePair[];
  readonly cookies: readonly NameValuePair[];
  readonly others: ReadonlySet<string>;
}

function checkParameter(parameter: HttpParameter, read: Read, checking: Checking): readonly MockFinding[] {
  const { name, required } = parameter;
  const at: FindingPlace = { side: "request", in: parameter.in, name };
  const { media, schema } = parameterSchema(parameter);
  let isThere = false;
  try {
    if (isEmptyByRight(parameter, read)) return deprecation(parameter, at);
    const found = checkTexts(checking, { schema, direction: "request", at, phrase: "the value" }, (shape) => {
      const texts = media === undefined ? styled(parameter, read, shape) : asContent(parameter, read);
      isThere = texts !== undefined;
      return texts;
    });
    if (isThere) return [...found, ...deprecation(parameter, at)];
    if (!required) return found;
    return [
      finding(at, {
        code: "required",
        message: `the required ${nouns[parameter.in]} \`${name}\` is missing`,
        help: "Send it, or make it optional in the contract.",
      }),
    ];
  } catch (error) {
    if (error instanceof BadEncoding) return [badEncoding(at, error)];
    if (error instanceof NotJson)
      return [finding(at, { code: "json-syntax", message: error.message, help: "Send valid JSON." })];
    throw error;
  }
}

/** Whether a query parameter is sent without a value, which the contract allows whatever its schema says. */
function isEmptyByRight({ in: where, name, place }: HttpParameter, { pairs }: Read): boolean {
  if (where !== "query" || (place.value as { allowEmptyValue?: unknown }).allowEmptyValue !== true)
    return false;
  const own = pairs.filter((pair) => pair.name === name);
  return own.length > 0 && own.every(({ raw }) => raw === "");
}

function deprecation(parameter: HttpParameter, at: FindingPlace): readonly MockFinding[] {
  if ((parameter.place.value as { deprecated?: unknown }).deprecated !== true) return [];
  return [deprecated(at, `the ${nouns[parameter.in]} \`${parameter.name}\``)];
}

const nouns: Readonly<Record<HttpParameter["in"], string>> = {
  path: "path parameter",
  query: "query parameter",
  header: "header",
  cookie: "cookie",
};

function styled(parameter: HttpParameter, read: Read, shape: ValueShape): Texts | undefined {
  const { name } = parameter;
  switch (parameter.in) {
    case "query":
      return fromPairs(read.pairs, parameter, { shape, others: read.others });
    case "cookie":
      return fromCookies(read.cookies, parameter, shape);
    case "header": {
      const raw = ownMember(read.headers, name.toLowerCase());
      if (raw === undefined) return undefined;
      return fromHeader(raw, parameter, shape);
    }
    case "path": {
      const raw = ownMember(read.path, name);
      if (raw === undefined) return undefined;
      return fromPath(raw, parameter, shape);
    }
  }
}

class NotJson extends Error {}

/** A parameter that is written as a media type. */
function asContent({ name, in: where, contentType = "" }: HttpParameter, read: Read): Texts | undefined {
  const pair = (pairs: readonly NameValuePair[]): string | undefined =>
    pairs.find((each) => each.name === name)?.raw;
  const raw = {
    query: () => pair(read.pairs),
    cookie: () => pair(read.cookies),
    header: () => ownMember(read.headers, name.toLowerCase()),
    path: () => ownMember(read.path, name),
  }[where]();
  if (raw === undefined) return undefined;
  let text = raw;
  if (where === "query") text = decodedField(raw);
  else if (where !== "header") text = decoded(raw);
  if (contentKind(contentType) !== "json") return { kind: "text", text };
  try {
    return { kind: "value", value: jsonValue(text) };
  } catch {
    throw new NotJson(`${nouns[where]} \`${name}\` isn't valid JSON`);
  }
}

function ownMember(record: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(record, name)) return record[name];
  return undefined;
}

function badEncoding(at: FindingPlace, { message }: BadEncoding): MockFinding {
  return finding(at, {
    code: "percent-encoding",
    message,
    help: "Encode the text as UTF-8, and each byte outside of the unreserved characters as `%` and two digits.",
  });
}

/** How values are checked. */
export interface Checking {
  readonly schemas: MockSchemas;
  /** Whether what the contract doesn't declare is a finding, too. */
  readonly strict: boolean;
}

/** A schema, whose values, and where findings are. */
interface CheckedTexts {
  readonly schema: Place;
  readonly direction: ValueDirection;
  readonly at: FindingPlace;
  /** What sentences call the value. */
  readonly phrase: string;
}

/** The findings about a value. Throws what says that its schema is unusable. */
function checkValue(
  { schemas, strict }: Checking,
  checked: CheckedTexts,
  value: unknown,
): readonly MockFinding[] {
  const { schema, direction, at, phrase } = checked;
  if (!hasSchema(schema)) return [];
  const validator = schemas.validator(schema, direction, phrase);
  const isExact = hasExactNumbers(value);
  const found = mockFindings(at, validator.check(isExact ? withDoubles(value) : value, { strict }));
  const rounded = isExact ? roundedNumbers(at, value) : [];
  if (at.in !== "body") return [...found, ...rounded];
  const misplaced = misplacedMembers({ schemas, strict }, { schema, direction, at, value });
  return [...found, ...misplaced, ...rounded];
}

/** The findings about texts, which are read as the schema wants them; a schema that is unusable is a warning. */
export function checkTexts(
  checking: Checking,
  checked: CheckedTexts,
  read: (shape: ReturnType<typeof createShape>) => Texts | undefined,
): readonly MockFinding[] {
  const { schema, direction, at } = checked;
  try {
    const shape = createShape(hasSchema(schema) ? [checking.schemas.node(schema, direction)] : []);
    const texts = read(shape);
    if (texts === undefined) return [];
    return checkValue(checking, checked, valueFromTexts(texts, shape));
  } catch (error) {
    // A pattern that isn't a regular expression is a syntax error of the compiled code.
    if (error instanceof SchemaError || error instanceof SyntaxError || error instanceof RangeError)
      return [unusable(at, error)];
    throw error;
  }
}

/** A warning if a body that isn't read has a schema with something to check. */
export function uncheckedBody(
  { schemas }: Checking,
  { schema, direction, at }: Pick<CheckedTexts, "schema" | "direction" | "at">,
  type: string,
): readonly MockFinding[] {
  if (saysMoreThanText(schemas.contracts(direction), schema)) return [unread(at, type)];
  return [];
}
