import { below, childPlaces, dereference, type Place } from "../../../reader/documents/place.js";
import { isUsable } from "../../../reader/model/api-access.js";
import type { HttpApi, HttpOperation, HttpParameter } from "../../../reader/model/model.js";
import { code } from "../../../reader/text/code/code.js";
import { literal } from "../../../reader/text/code/literal.js";
import { wellFormed } from "../../../reader/text/printable.js";
import { callCode } from "../client/call-code.js";
import { exampleText, shownExamples } from "./examples.js";
import type { SectionInput } from "./page.js";

/** An operation as a program and as a command. */
export interface OperationCalls {
  /** TypeScript. */
  readonly client: string;
  /** For a POSIX shell. */
  readonly curl: string;
  /** Required parts for which no value was found, so that a reader must write one. */
  readonly missing: readonly string[];
}

/** A part of a request with its value. */
interface Argument {
  readonly parameter: HttpParameter;
  readonly value: unknown;
}

interface RequestBody {
  readonly mediaType: string;
  readonly value: unknown;
}

/** The calls of an operation with its required parameters and its body. */
export function operationCalls(
  input: Pick<SectionInput, "contracts" | "checks">,
  api: HttpApi,
  operation: HttpOperation,
): OperationCalls {
  const missing: string[] = [];
  const given = operation.parameters
    .filter(({ required }) => required)
    .flatMap((parameter): Argument[] => {
      const found = shownExamples(input, valueHolder(parameter))[0];
      if (found === undefined) missing.push(parameter.name);
      return found === undefined ? [] : [{ parameter, value: found.value }];
    });
  const body = requestBody(input, operation);
  if (body === undefined && operation.body?.required === true) missing.push("body");
  return {
    client: clientCall(api, operation, { given, body }),
    curl: curlCall(api, operation, { given, body }),
    missing,
  };
}

interface Request {
  readonly given: readonly Argument[];
  readonly body: RequestBody | undefined;
}

function valueHolder({ place, contentType }: HttpParameter): Place {
  if (contentType === undefined) return place;
  return below(place, "content", contentType);
}

function requestBody(
  input: Pick<SectionInput, "contracts" | "checks">,
  { place, body }: HttpOperation,
): RequestBody | undefined {
  if (body === undefined) return undefined;
  const media = childPlaces(below(dereference(input.contracts, below(place, "requestBody")), "content"));
  const [mediaType, holder] = media.find(([name]) => /[/+]json\b/i.test(name)) ?? media[0] ?? [];
  if (mediaType === undefined || holder === undefined) return undefined;
  const found = shownExamples(input, holder)[0];
  if (found === undefined) return undefined;
  return { mediaType, value: found.value };
}

function clientCall(api: HttpApi, operation: HttpOperation, { given, body }: Request): string {
  const values: [string, unknown][] = given.map(({ parameter, value }) => [parameter.key, value]);
  const isOneOfSeveral = (operation.body?.contentTypes.length ?? 0) > 1;
  if (body !== undefined && isOneOfSeveral) values.push(["contentType", body.mediaType]);
  if (body !== undefined) values.push(["body", body.value]);
  const isKnown = api.servers.some(isUsable);
  const baseUrl = isKnown ? undefined : literal(serverAddress(api, operation));
  const { program } = callCode(api, operation, { baseUrl, values: Object.fromEntries(values) });
  return code`import { createClient } from ${literal(`./${api.name}/client.js`)};

${program}`.toString();
}

function curlCall(api: HttpApi, operation: HttpOperation, { given, body }: Request): string {
  const { httpMethod, path } = operation;
  const inPlace = (place: HttpParameter["in"]): readonly Argument[] =>
    given.filter(({ parameter }) => parameter.in === place);
  const filled = inPlace("path").reduce(
    (text, { parameter, value }) =>
      text.replaceAll(`{${parameter.name}}`, () => encodeURIComponent(plainText(value))),
    path,
  );
  const query = inPlace("query").flatMap(({ parameter, value }) => queryPairs(parameter.name, value));
  const queryText = query.length === 0 ? "" : `?${query.join("&")}`;
  const cookies = inPlace("cookie").map(({ parameter, value }) => `${parameter.name}=${plainText(value)}`);
  const headers = [
    ...inPlace("header").map(({ parameter, value }) => `${parameter.name}: ${plainText(value)}`),
    ...(cookies.length === 0 ? [] : [`Cookie: ${cookies.join("; ")}`]),
    ...(body === undefined ? [] : [`Content-Type: ${body.mediaType}`]),
  ];
  const words = [
    `curl ${httpMethod === "GET" ? "" : `-X ${httpMethod} `}${quoted(serverAddress(api, operation) + filled + queryText)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...credentialOptions(api, operation),
    ...(body === undefined ? [] : [`--data-binary ${quoted(exampleText(body.value, body.mediaType))}`]),
  ];
  return words.join(" \\\n  ");
}

/** The address of an operation's server, without a slash at its end; its variables have their defaults. */
function serverAddress(api: HttpApi, operation: HttpOperation): string {
  const [first] = api.servers;
  const url = operation.server ?? first?.url ?? "https://api.example";
  const filled = url.replace(/\{([^{}]*)\}/g, (all, name: string) => first?.variables[name]?.default ?? all);
  const absolute = /^https?:\/\//i.test(filled)
    ? filled
    : `https://api.example${filled.startsWith("/") ? "" : "/"}${filled}`;
  return absolute.replace(/(?<!\/)\/+$/, "");
}

function queryPairs(name: string, value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(plainText(each))}`);
}

function plainText(value: unknown): string {
  if (typeof value === "string") return wellFormed(value);
  if (Array.isArray(value)) return value.map(plainText).join(",");
  return JSON.stringify(value) ?? "";
}

/** What the first way to authenticate adds to a command. Values come from environment variables, so no command has a secret. */
function credentialOptions({ securitySchemes }: HttpApi, { security }: HttpOperation): string[] {
  const [first = []] = security.some((each) => each.length === 0) ? [] : security;
  return first.map(({ scheme: name }) => {
    const scheme = securitySchemes.find((each) => each.name === name);
    const variable = `API_${name.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;
    const key = scheme?.key ?? name;
    if (scheme?.type === "mutualTLS") return "--cert client.pem";
    if (scheme?.type === "http" && scheme.scheme?.toLowerCase() === "basic")
      return `-u "$${variable}_USER:$${variable}_PASSWORD"`;
    if (scheme?.type !== "apiKey") return `-H "Authorization: Bearer $${variable}"`;
    if (scheme.in === "query") return `--url-query ${quoted(`${key}=`)}"$${variable}"`;
    if (scheme.in === "cookie") return `-b ${quoted(`${key}=`)}"$${variable}"`;
    return `-H ${quoted(`${key}: `)}"$${variable}"`;
  });
}

/** A word of a POSIX shell that means exactly the text. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
