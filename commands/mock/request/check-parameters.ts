import { below, entriesOf, type Place } from "../../../reader/documents/place.js";
import type { HttpParameter } from "../../../reader/model/model.js";
import type { MockOperation } from "../contract/operations.js";
import type { MockFinding } from "../exchange.js";
import { type FindingPlace, finding } from "../finding.js";
import { type Checking, checkTexts } from "./check-value.js";
import { jsonValue } from "./json-value.js";
import { contentKind } from "./media-type.js";
import { BadEncoding, cookiesOf, decoded, decodedField, type Pair, pairsOf } from "./pairs.js";
import type { Shape } from "./shape.js";
import { fromCookies, fromHeader, fromPairs, fromPath } from "./styled.js";
import type { Texts } from "./texts.js";

/** Where the parameters of a request are. */
export interface ParameterSources {
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
  let query: readonly Pair[];
  try {
    query = pairsOf(sources.query);
  } catch (error) {
    if (!(error instanceof BadEncoding)) throw error;
    return [badEncoding({ side: "request", in: "query" }, error)];
  }
  const cookies = cookiesOf(sources.headers.cookie);
  const others = new Set(operation.parameters.filter((each) => each.in === "query").map(({ name }) => name));
  const found = operation.parameters.flatMap((parameter) =>
    checkParameter(parameter, { ...sources, pairs: query, cookies, others }, checking),
  );
  return checking.strict ? [...found, ...unknownQuery(operation, query)] : found;
}

interface Read extends ParameterSources {
  readonly pairs: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly others: ReadonlySet<string>;
}

function checkParameter(parameter: HttpParameter, read: Read, checking: Checking): readonly MockFinding[] {
  const { name, required } = parameter;
  const at: FindingPlace = { side: "request", in: parameter.in, name };
  const media = entriesOf(below(parameter.place, "content"))[0]?.[1];
  const schema: Place = below(media ?? parameter.place, "schema");
  let isThere = false;
  try {
    const found = checkTexts(checking, { schema, direction: "request", at, phrase: "the value" }, (shape) => {
      const texts = media === undefined ? styled(parameter, read, shape) : asContent(parameter, read);
      isThere = texts !== undefined;
      return texts;
    });
    if (isThere || !required) return found;
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

const nouns: Readonly<Record<HttpParameter["in"], string>> = {
  path: "path parameter",
  query: "query parameter",
  header: "header",
  cookie: "cookie",
};

function styled(parameter: HttpParameter, read: Read, shape: Shape): Texts | undefined {
  const { name } = parameter;
  switch (parameter.in) {
    case "query":
      return fromPairs(read.pairs, parameter, { shape, others: read.others });
    case "cookie":
      return fromCookies(read.cookies, parameter, shape);
    case "header": {
      const raw = ownMember(read.headers, name.toLowerCase());
      return raw === undefined ? undefined : fromHeader(raw, parameter, shape);
    }
    case "path": {
      const raw = ownMember(read.path, name);
      return raw === undefined ? undefined : fromPath(raw, parameter, shape);
    }
  }
}

class NotJson extends Error {}

/** A parameter that is written as a media type. */
function asContent({ name, in: where, contentType = "" }: HttpParameter, read: Read): Texts | undefined {
  const pair = (pairs: readonly Pair[]): string | undefined => pairs.find((each) => each.name === name)?.raw;
  const raw = {
    query: () => pair(read.pairs),
    cookie: () => pair(read.cookies),
    header: () => ownMember(read.headers, name.toLowerCase()),
    path: () => ownMember(read.path, name),
  }[where]();
  if (raw === undefined) return undefined;
  const text = where === "query" ? decodedField(raw) : where === "header" ? raw : decoded(raw);
  if (contentKind(contentType) !== "json") return { kind: "text", text };
  try {
    return { kind: "value", value: jsonValue(text) };
  } catch {
    throw new NotJson(`${nouns[where]} \`${name}\` isn't valid JSON`);
  }
}

function ownMember(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function badEncoding(at: FindingPlace, { message }: BadEncoding): MockFinding {
  return finding(at, {
    code: "percent-encoding",
    message,
    help: "Encode the text as UTF-8, and each byte outside of the unreserved characters as `%` and two digits.",
  });
}

function unknownQuery(
  { parameters, schemes }: MockOperation,
  pairs: readonly Pair[],
): readonly MockFinding[] {
  const declared = parameters.filter((each) => each.in === "query");
  // An exploded object has the names of its properties.
  if (declared.some(({ style, explode, isScalar }) => style === "form" && explode && !isScalar)) return [];
  const keys = schemes.flatMap(({ in: where, key }) => (where === "query" && key !== undefined ? [key] : []));
  const known = new Set([...declared.map(({ name }) => name), ...keys]);
  const names = [...new Set(pairs.map(({ name }) => name))];
  return names
    .filter((name) => !known.has(name) && !known.has(name.split("[", 1)[0] ?? ""))
    .map((name) =>
      finding(
        { side: "request", in: "query", name },
        {
          code: "unknown-parameter",
          message: `the operation has no query parameter \`${name}\``,
          help: "Remove it, check its spelling, or declare it in the contract.",
        },
      ),
    );
}
