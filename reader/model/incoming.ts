import { isOpenApi } from "../documents/contract-kind.js";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { type PathItem, pathItemAt, pathItemOperations } from "../documents/openapi/path-items.js";
import type { IncomingItem } from "../documents/openapi/whole-path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../documents/place.js";
import type { HttpIncoming, HttpOperation } from "./model.js";
import { Names, pascalCase } from "./names.js";

/** An operation of a path item, as it was found. */
interface IncomingOperation {
  readonly kind: HttpOperation["kind"];
  readonly path: string;
  readonly item: PathItem;
  readonly method: string;
  readonly place: Place;
}

/** What an API sends, and the path items that `webhooks` lacks. */
interface IncomingRequests {
  readonly requests: readonly HttpIncoming[];
  readonly items: readonly IncomingItem[];
}

interface Options {
  /** Those of `paths` and `webhooks`. */
  readonly operations: readonly HttpOperation[];
  readonly build: (found: IncomingOperation) => HttpOperation;
}

/** With `Result` appended, this would be the name of an import of the generated file. */
const ownTypes = ["Handler"];

/**
 * The webhooks of a document, those in `x-webhooks` of OpenAPI 3.0, and the callbacks of its operations, in its order. None if the
 * document refers to a webhook protocol: its receiver authenticates and handles these requests.
 */
export function incomingRequests(
  contracts: Contracts,
  document: Document,
  options: Options,
): IncomingRequests {
  const root = document.value as { readonly [key: string]: unknown };
  if (root["x-webhook-protocol"] !== undefined) return { requests: [], items: [] };
  const types = new Names(ownTypes);
  const keys = new UniqueTexts();
  const webhooks = options.operations.filter(({ kind }) => kind === "webhook");
  for (const { path } of webhooks) keys.reserve(path);
  const groups = [
    ...grouped(webhooks).map(([name, operations]) => ({
      kind: "webhook" as const,
      name,
      key: name,
      operations,
    })),
    ...webhookExtensions(contracts, document, options).map((group) => ({
      ...group,
      key: keys.take(group.name),
    })),
    ...callbackGroups(contracts, options).map((group) => ({ ...group, key: keys.take(group.name) })),
  ];
  const names = { webhook: new UniqueTexts(), callback: new UniqueTexts() };
  const requests = groups.flatMap(({ kind, name, key, operations }) =>
    operations.map((operation): HttpIncoming => {
      const method = operation.httpMethod.toLowerCase();
      const own = names[kind].take(operations.length === 1 ? name : `${name}.${method}`);
      return {
        kind,
        name: own,
        typeName: types.takeProperty(pascalCase(own)),
        typeKey: key,
        expression: kind === "callback" ? operation.path : undefined,
        operation,
      };
    }),
  );
  const items = groups.flatMap((group) => {
    if (!("tokens" in group)) return [];
    return [{ name: group.key, tokens: group.tokens }];
  });
  return { requests, items };
}

interface Group {
  readonly kind: HttpIncoming["kind"];
  readonly name: string;
  readonly tokens: readonly string[];
  readonly operations: readonly HttpOperation[];
}

/** `x-webhooks`, by which documents of OpenAPI 3.0 describe what `webhooks` is for in later versions. */
function webhookExtensions(contracts: Contracts, document: Document, { build }: Options): Group[] {
  const { webhooks } = document.value as { webhooks?: unknown };
  if (!isOpenApi(document.value, "3.0") || webhooks !== undefined) return [];
  return childPlaces(placeAt(document, ["x-webhooks"])).flatMap(([name, place]): Group[] => {
    const operations = builtAll(contracts, { kind: "webhook", path: name, place, build });
    if (operations.length === 0) return [];
    return [{ kind: "webhook", name, tokens: ["x-webhooks", name], operations }];
  });
}

function callbackGroups(contracts: Contracts, { operations, build }: Options): Group[] {
  return operations.flatMap((operation) => {
    if (operation.kind !== "path") return [];
    const { operationId, httpMethod, path } = operation;
    const caller = operationId ?? `${httpMethod} ${path}`;
    return childPlaces(below(operation.place, "callbacks")).flatMap(([callback, reference]) => {
      const found = childPlaces(dereference(contracts, reference)).filter(([key]) => !key.startsWith("x-"));
      return found.flatMap(([expression, place]): Group[] => {
        const built = builtAll(contracts, { kind: "callback", path: expression, place, build });
        if (built.length === 0) return [];
        const name = `${caller}.${callback}${found.length === 1 ? "" : ` ${expression}`}`;
        const tokens = ["paths", path, httpMethod.toLowerCase(), "callbacks", callback, expression];
        return [{ kind: "callback", name, tokens, operations: built }];
      });
    });
  });
}

interface ItemToBuild {
  readonly kind: HttpIncoming["kind"];
  readonly path: string;
  readonly place: Place;
  readonly build: Options["build"];
}

function builtAll(contracts: Contracts, { kind, path, place, build }: ItemToBuild): HttpOperation[] {
  const item = pathItemAt(contracts, place);
  return pathItemOperations(contracts, item).map(({ method, operation }) =>
    build({ kind, path, item, method, place: operation }),
  );
}

function grouped(operations: readonly HttpOperation[]): [string, HttpOperation[]][] {
  const groups = new Map<string, HttpOperation[]>();
  for (const each of operations) groups.set(each.path, [...(groups.get(each.path) ?? []), each]);
  return [...groups];
}

/** Texts of which no two are the same; a repeated one gets a number. */
class UniqueTexts {
  readonly #taken = new Set<string>();

  reserve(text: string): void {
    this.#taken.add(text);
  }

  take(wanted: string): string {
    let text = wanted;
    for (let number = 2; this.#taken.has(text); number++) text = `${wanted} ${number}`;
    this.#taken.add(text);
    return text;
  }
}
