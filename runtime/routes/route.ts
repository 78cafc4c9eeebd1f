/** One requirement of an alternative: a security scheme of the contract, and the scopes or roles that it must grant. */
export interface SecurityRequirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** A parameter of an operation. */
export interface RouteParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** Its key among the generated validators of the operation (`validators/<api>.operations.js`) and in a client's request. */
  readonly key: string;
  readonly required: boolean;
}

/** An operation of a contract as a server sees it. */
export interface Route {
  /** The `operationId`, or method and path if there is none; the generated validators have the same key. */
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** The path template, such as `/things/{id}:close`. */
  readonly path: string;
  /** The URL of a server of its own, as the contract prints it; absent if it is that of the whole API. */
  readonly server?: string;
  /**
   * Who may call it: one of these alternatives is needed, and all requirements of it. Nobody has to authenticate if the list is
   * empty or if an alternative is.
   */
  readonly security: readonly (readonly SecurityRequirement[])[];
  /** `x-environments`: the environments that have it; absent if all do. */
  readonly environments?: readonly string[];
  readonly parameters: readonly RouteParameter[];
  /** The names of the headers that a request must have, as the contract spells them. */
  readonly requiredHeaders: readonly string[];
  /** Absent if a request has no body. */
  readonly body?: { readonly required: boolean; readonly contentTypes: readonly string[] };
  /** The media types of each answer, by `200`, `2XX` or `default`. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** `x-clause`. */
  readonly clause?: string;
}

/** Freezes a table of routes, with everything in it, and keeps its literal types. Generated code calls it. */
export function routeTable<const Table extends readonly Route[]>(routes: Table): Table {
  return frozen(routes);
}

function frozen<T>(value: T): T {
  if (value !== null && typeof value === "object") for (const item of Object.values(value)) frozen(item);
  return Object.freeze(value);
}
