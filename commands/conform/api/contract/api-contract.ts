import type { Contracts } from "../../../../reader/documents/contracts.js";
import { inDirection } from "../../../../reader/documents/in-direction.js";
import {
  below,
  childPlaces,
  type Place,
  placeAt,
  placeKey,
  referenceChain,
} from "../../../../reader/documents/place.js";
import { isSchemaObject } from "../../../../reader/documents/schema-walk.js";
import type { HttpParameter } from "../../../../reader/model/model.js";
import { asDraft202012 } from "../../../../reader/validation/dialects/openapi30.js";
import { ContractNodes } from "../../../../reader/validation/nodes/contract-nodes.js";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import { SchemaError } from "../../../../reader/validation/violation.js";
import {
  checkRequest,
  contentKind,
  judgeAnswer,
  type MockAnswer,
  type MockFinding,
  type MockOperation,
  type MockRequest,
  mockSchemas,
  operationsIn,
} from "../../../mock/index.js";
import { type BodyWriter, bodyWriter } from "./body-writer.js";

/** An operation of the API under test. */
export interface ApiOperation {
  /** The `operationId`, or method and path; unique. */
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly declared: MockOperation;
  /** The same without its security, so that a judgement is about content alone. */
  readonly unsecured: MockOperation;
  /** Whether nobody may call it without a credential. */
  readonly isSecured: boolean;
  readonly writer: BodyWriter;
}

/** A request that the judge reads: the same bytes that are sent. */
export interface JudgedRequest {
  readonly request: MockRequest;
  /** Path parameters, still percent-encoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
}

/** The contract of an API, with its judge: the same that `oipkit mock` refuses requests by. */
export interface ApiContract {
  readonly contracts: Contracts;
  readonly operations: readonly ApiOperation[];
  /** What is wrong with a request, credentials aside; empty if the contract allows it. */
  judgeRequest(operation: ApiOperation, judged: JudgedRequest): Promise<readonly MockFinding[]>;
  /** How an answer differs from the contract. */
  judgeAnswer(operation: ApiOperation, answer: MockAnswer, method: string): Promise<readonly MockFinding[]>;
  /** The schema of values that a client sends: without what is `readOnly`. `undefined` if it can't be used. */
  requestNode(schema: Place): Node | undefined;
  /** The schema of values in answers. `undefined` if it can't be used. */
  answerNode(schema: Place): Node | undefined;
}

/** Of a decoded answer. */
const maxBytes = 8 * 1024 * 1024;

/** The contract of an API. References of the contracts are known to resolve. Schemas are compiled when they are first needed. */
export function apiContract(contracts: Contracts): ApiContract {
  const schemas = mockSchemas(contracts);
  const checking = { schemas, strict: false, maxBytes, isForwarded: true };
  const sent = lazily(() => new ContractNodes(sentContracts(contracts)));
  const known = new Map<string, Node | undefined>();
  const nodeAt = (key: string, make: () => Node): Node | undefined => {
    if (known.has(key)) return known.get(key);
    const node = usable(make);
    known.set(key, node);
    return node;
  };
  const requestNode: ApiContract["requestNode"] = (schema) =>
    nodeAt(`request ${placeKey(schema)}`, () => {
      const nodes = sent();
      const document = nodes.contracts.documents.get(schema.document.path) ?? schema.document;
      return nodes.of(placeAt(document, schema.tokens)).node;
    });
  const operations = operationsIn(contracts).map((declared) =>
    apiOperation(declared, bodyWriter(declared, { contracts, requestNode })),
  );
  return {
    contracts,
    operations: withUniqueIds(operations),
    judgeRequest: async ({ unsecured }, { request, path, query }) => {
      const { findings, refusal } = await checkRequest(
        { operation: unsecured, path, query, request, bytes: request.body },
        checking,
      );
      if (refusal === undefined) return [];
      return findings.filter(({ level }) => level === undefined);
    },
    judgeAnswer: ({ declared }, answer, method) => judgeAnswer(declared, { answer, method }, checking),
    requestNode,
    answerNode: (schema) => nodeAt(`answer ${placeKey(schema)}`, () => schemas.node(schema, "answer")),
  };
}

/** What a client may send: properties that are `readOnly` aren't part of it. */
function sentContracts(contracts: Contracts): Contracts {
  return inDirection(asDraft202012(contracts), "readOnly", { omit: true }).contracts;
}

function usable(make: () => Node): Node | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof SchemaError || error instanceof SyntaxError || error instanceof RangeError)
      return undefined;
    throw error;
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function apiOperation(declared: MockOperation, writer: BodyWriter): ApiOperation {
  const { id, method, path, security } = declared;
  const unsecured = Object.create(declared, { security: { value: [] } }) as MockOperation;
  const isSecured = security.length > 0 && security.every((alternative) => alternative.length > 0);
  return { id, method, path, declared, unsecured, isSecured, writer };
}

function withUniqueIds(operations: readonly ApiOperation[]): readonly ApiOperation[] {
  const seen = new Set<string>();
  return operations.map((operation) => {
    const { id, method, path } = operation;
    const own = seen.has(id) ? `${method} ${path}` : id;
    seen.add(own);
    return { ...operation, id: own };
  });
}

/** The media type of an operation's body that the suite writes, with its place: that of which most is known. */
export function writtenMedia({
  declared,
}: ApiOperation): { readonly type: string; readonly place: Place } | undefined {
  const media = (declared.body?.media ?? []).filter(([type]) => !type.includes("*"));
  const found = preferredKinds
    .map((kind) => media.find(([type]) => contentKind(type) === kind))
    .find((each) => each !== undefined);
  if (found === undefined) return undefined;
  return { type: found[0], place: found[1] };
}

const preferredKinds = ["json", "form", "multipart", "text", "other"] as const;

/** The schema of a parameter. */
export function parameterSchema({ place }: HttpParameter): Place {
  const content = childPlaces(below(place, "content"))[0]?.[1];
  return below(content ?? place, "schema");
}

/** Whether a schema, or one that it refers to, has a default. */
export function hasDefault({ contracts }: Pick<ApiContract, "contracts">, schema: Place): boolean {
  return referenceChain(contracts, schema).some(
    ({ value }) => isSchemaObject(value) && Object.hasOwn(value, "default"),
  );
}

/** The names of the responses that an operation declares, in lower case: `200`, `2xx`, `default`. */
export function declaredStatuses({ declared }: ApiOperation): readonly string[] {
  return declared.responses.map(([status]) => status.toLowerCase());
}

/**
 * Whether an operation declares a response for a status, other than by `default`. `4XX` says nothing about one of them: an operation
 * that declares it needn't know 406, 409 or 412.
 */
export function declaresStatus(operation: ApiOperation, status: number): boolean {
  const names = declaredStatuses(operation);
  const hundreds = Math.floor(status / 100);
  return names.includes(String(status)) || (hundreds !== 4 && names.includes(`${hundreds}xx`));
}

/** What the contract says of a response in prose; empty if nothing. */
export function statusText({ declared }: ApiOperation, status: number): string {
  const place = declared.responses.find(([name]) => name === String(status))?.[1];
  const { description } = (place?.value ?? {}) as { readonly description?: unknown };
  return typeof description === "string" ? description : "";
}

/** What the contract says of an operation in prose: its summary and its description. */
export function operationText({ declared }: ApiOperation): string {
  const { summary, description } = (declared.place.value ?? {}) as Readonly<Record<string, unknown>>;
  return [summary, description].filter((each) => typeof each === "string").join(". ");
}

/** Media types of answers that go on until the client ends them. */
const streams: ReadonlySet<string> = new Set(["text/event-stream", "multipart/x-mixed-replace"]);

/** Whether an operation only has answers that don't end by themselves, or whose answers wait for something. */
export function isStream(operation: ApiOperation): boolean {
  const { declared } = operation;
  if (/\blong.?poll|\bwaits? up to\b/i.test(operationText(operation))) return true;
  const types = declared.responses
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => childPlaces(below(response, "content")).map(([type]) => mediaEssence(type)));
  return types.length > 0 && types.every((type) => streams.has(type));
}

function mediaEssence(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The header that an operation takes under a name in lower case; `undefined` if it declares none. */
export function headerParameter({ declared }: ApiOperation, name: string): HttpParameter | undefined {
  return declared.parameters.find((each) => each.in === "header" && each.name.toLowerCase() === name);
}
