import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, childPlaces, dereference, type Place } from "../../../reader/documents/place.js";
import { clientNames } from "../../../reader/model/client-names.js";
import type { HttpOperation } from "../../../reader/model/model.js";
import { Names } from "../../../reader/model/names.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { inlineLiteral, literal } from "../../../reader/text/code/literal.js";
import { parameterReading } from "../incoming-parameters.js";

/** How headers are read, by status and name. */
type Readings = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** The functions that read the headers of answers, by operation; none if its answers declare none that can be read. */
export function headerFunctions(
  operations: readonly HttpOperation[],
  contracts: Contracts,
): ReadonlyMap<HttpOperation, { readonly name: string; readonly readings: Readings }> {
  const names = new Names([...clientNames, ...functionNames(operations)]);
  return new Map(
    operations.flatMap((operation) => {
      const readings = headerReadings(operation, contracts);
      if (Object.values(readings).every((each) => Object.keys(each).length === 0)) return [];
      const { functionName, httpMethod, path } = operation;
      const name = names.take(`${functionName}Headers`, `${httpMethod} ${path}`);
      return [[operation, { name, readings }] as const];
    }),
  );
}

/** The names of all functions of a client. */
export function functionNames(operations: readonly HttpOperation[]): string[] {
  return operations.flatMap(({ functionName, paginateName }) =>
    paginateName === undefined ? [functionName] : [functionName, paginateName.functionName],
  );
}

function headerReadings({ place }: HttpOperation, contracts: Contracts): Readings {
  const responses = childPlaces(below(place, "responses"));
  return Object.fromEntries(
    responses.map(([status, response]) => {
      const headers = childPlaces(below(dereference(contracts, response), "headers"));
      const readable = headers.flatMap(([name, header]) => {
        const reading = headerReading(contracts, name, dereference(contracts, header));
        return reading === undefined ? [] : [[name, reading] as const];
      });
      return [status, Object.fromEntries(readable)];
    }),
  );
}

function headerReading(contracts: Contracts, name: string, place: Place): object | undefined {
  // OpenAPI ignores the first, and no program in a browser can read the other.
  if (/^(?:content-type|set-cookie)$/i.test(name)) return undefined;
  const { explode } = (place.value ?? {}) as { readonly explode?: unknown };
  const [content] = childPlaces(below(place, "content"));
  const parameter = { place, in: "header", style: "simple", explode: explode === true } as const;
  const reading = parameterReading(contracts, { ...parameter, contentType: content?.[0] });
  if (reading === undefined) return undefined;
  return { type: reading.type, list: reading.list === undefined ? undefined : true, json: reading.json };
}

/** The function; `type` is that of the operation in `operations`. */
export function headerFunction(
  { functionName, operationId, httpMethod, path }: HttpOperation,
  { name, readings }: { readonly name: string; readonly readings: Readings },
  type: Code,
): Code {
  const names = new Set(Object.values(readings).flatMap((each) => Object.keys(each)));
  const list = join(
    [...names].map((each) => literal(each)),
    " | ",
  );
  const id = literal(operationId ?? `${httpMethod} ${path}`);
  return code`/** The headers of an answer of \`${identifier(functionName)}\` that the contract declares. */
export function ${identifier(name)}<Status extends number>(
  answer: AnswerHead<Status>,
): HeadersOf<${type}, Status, ${list}> {
  return readHeaders(answer, ${id}, ${inlineLiteral(readings)});
}`;
}
