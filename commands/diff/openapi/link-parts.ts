import { fromPointer } from "@oipkit/runtime/json-pointer";
import { pathItemAt, pathItemOperations } from "../../../reader/documents/openapi/path-items.js";
import { below, childPlaces, dereference, type Place } from "../../../reader/documents/place.js";
import { type Fact, type Part, type PartFlow, toRecord } from "../part.js";
import { operationKey, type VersionedApi } from "./api.js";

/** Where a link leads. */
interface Target {
  readonly method: string;
  readonly path: string;
}

/** The links of a response: the operations for which it has arguments. What they lead to is compared as an operation. */
export function linkParts(api: VersionedApi, response: Place, flow: PartFlow): Part[] {
  return childPlaces(below(response, "links")).map(([name, reference]) => {
    const place = dereference(api.contracts, reference);
    const link = toRecord(place.value);
    const target = findTarget(api, link);
    const fact = (member: string, value: unknown): Record<string, Fact> => {
      if (value === undefined) return {};
      return { [member]: { value, at: below(place, member) } };
    };
    return {
      kind: "link",
      key: name,
      title: `link \`${name}\``,
      at: place,
      flow,
      facts: {
        target: {
          value:
            target === undefined
              ? String(link.operationId ?? link.operationRef)
              : operationKey(target.method, target.path),
        },
        ...fact("parameters", linkArguments(link, target)),
        ...fact("requestBody", link.requestBody),
        ...fact("server", toRecord(link.server).url),
      },
    };
  });
}

/** `undefined` if it isn't among the paths of the document. */
function findTarget(
  api: VersionedApi,
  { operationId, operationRef }: Record<string, unknown>,
): Target | undefined {
  if (typeof operationId === "string") return targetsIn(api).get(operationId);
  const [file, fragment = ""] = String(operationRef).split("#", 2);
  const pointer = decoded(fragment);
  if (file !== "" || !pointer.startsWith("/paths/") || /~(?![01])/.test(pointer)) return undefined;
  const [, path = "", member = "", name = ""] = fromPointer(pointer);
  return { method: member === "additionalOperations" ? name : member, path };
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

const known = new WeakMap<Place, ReadonlyMap<string, Target>>();

/** The operations of a document, by their ids. */
function targetsIn({ contracts, root }: VersionedApi): ReadonlyMap<string, Target> {
  const found = known.get(root);
  if (found !== undefined) return found;
  const targets = new Map<string, Target>();
  for (const [path, item] of childPlaces(below(root, "paths")))
    for (const { method, operation } of pathItemOperations(contracts, pathItemAt(contracts, item))) {
      const { operationId } = toRecord(operation.value);
      if (typeof operationId === "string") targets.set(operationId, { method, path });
    }
  known.set(root, targets);
  return targets;
}

/** The arguments by parameter; those of the path by their position, since their names aren't sent. */
function linkArguments({ parameters }: Record<string, unknown>, target: Target | undefined): unknown {
  if (parameters === undefined) return undefined;
  const names = [...(target?.path ?? "").matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return Object.fromEntries(
    Object.entries(toRecord(parameters)).map(([name, value]) => {
      const at = names.indexOf(name.replace(/^path\./, ""));
      return [at < 0 ? name : `path parameter ${at + 1}`, value];
    }),
  );
}
