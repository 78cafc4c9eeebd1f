/** An operation of the probe. */
export type Operation =
  | { readonly kind: "inbox"; readonly eventId: string }
  | { readonly kind: "resource"; readonly resource: string }
  | { readonly kind: "leaks"; readonly needle: string }
  | { readonly kind: "faults" }
  | { readonly kind: "restart" };

/** The operation that a request asks for, below any path; `undefined` if there is none. `target` is a path with its query. */
export function operationOf(method: string, target: string): Operation | undefined {
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  const [start, ...segments] = path.split("/");
  // An id is one segment, so the slashes in it are encoded. No server would call an empty segment its prefix.
  if (start !== "" || segments.some((segment) => segment === "")) return undefined;
  const last = segments.at(-1) ?? "";
  if (method === "GET") {
    const collection = segments.at(-2);
    const id = collection === "inbox" || collection === "resources" ? decoded(last) : undefined;
    if (id !== undefined) {
      return collection === "inbox" ? { kind: "inbox", eventId: id } : { kind: "resource", resource: id };
    }
    if (last !== "leaks") return undefined;
    const query = mark === -1 ? "" : target.slice(mark + 1);
    return { kind: "leaks", needle: new URLSearchParams(query).get("needle") ?? "" };
  }
  if (method === "PUT" && last === "faults") return { kind: "faults" };
  return method === "POST" && last === "restart" ? { kind: "restart" } : undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
