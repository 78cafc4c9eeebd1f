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

/** The route of a request. */
export type RouteMatch<R extends Route = Route> =
  /** `parameters` are those of the path, decoded. */
  | {
      readonly kind: "route";
      readonly route: R;
      readonly parameters: Readonly<Record<string, string>>;
    }
  /** The path exists, for other methods. */
  | { readonly kind: "other-method"; readonly allowed: readonly string[] }
  /** A parameter isn't valid percent-encoded UTF-8. */
  | { readonly kind: "malformed" }
  | { readonly kind: "none" };

/** Finds the route of a method, in capitals, and a path, as it was sent: without a query, still percent-encoded. */
export type RouteMatcher<R extends Route = Route> = (method: string, path: string) => RouteMatch<R>;

interface Compiled<R> {
  readonly route: R;
  readonly template: PathTemplate;
}

const none = { kind: "none" } as const;
const withoutParameters = Object.freeze(Object.create(null)) as Readonly<Record<string, string>>;

/**
 * Compiles a matcher of routes. If several templates fit a path, the one with the most literal characters is taken, and the
 * first of equals. Its time grows with the length of the path and the number of routes with as many segments.
 */
export function matchRoutes<R extends Route>(routes: readonly R[]): RouteMatcher<R> {
  const literal = new Map<string, R[]>();
  const templates = new Map<number, Compiled<R>[]>();
  for (const route of routes) {
    if (!route.path.includes("{")) {
      literal.set(route.path, [...(literal.get(route.path) ?? []), route]);
      continue;
    }
    const template = compileTemplate(route.path);
    templates.set(template.segments, [...(templates.get(template.segments) ?? []), { route, template }]);
  }
  for (const list of templates.values()) list.sort((a, b) => b.template.literal - a.template.literal);
  return (method, path) => {
    const exact = literal.get(path) ?? [];
    for (const route of exact)
      if (route.method === method) return { kind: "route", route, parameters: withoutParameters };
    const segments = path.split("/");
    const allowed = exact.map((route) => route.method);
    for (const { route, template } of templates.get(segments.length) ?? []) {
      const found = template.match(segments);
      if (found === undefined) continue;
      if (route.method === method) return decoded(route, found);
      allowed.push(route.method);
    }
    if (allowed.length === 0) return none;
    return { kind: "other-method", allowed: [...new Set(allowed)] };
  };
}

function decoded<R extends Route>(route: R, found: readonly [string, string][]): RouteMatch<R> {
  const parameters = Object.create(null) as Record<string, string>;
  try {
    for (const [name, text] of found) parameters[name] = text.includes("%") ? decodeURIComponent(text) : text;
  } catch {
    return { kind: "malformed" };
  }
  return { kind: "route", route, parameters };
}

/** A compiled path template: the parameters of a path that matches it, not yet decoded, or `undefined`. */
interface PathTemplate {
  /** How many segments it has. */
  readonly segments: number;
  /** How many characters of it are literal. */
  readonly literal: number;
  readonly match: (segments: readonly string[]) => [name: string, text: string][] | undefined;
}

interface Segment {
  /** Literal texts before, between and after the parameters; one more than there are parameters. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Compiles a template such as `/things/{id}:close`. A parameter is at least one character and never contains a slash. */
function compileTemplate(path: string): PathTemplate {
  const segments = path.split("/").map(parseSegment);
  return {
    segments: segments.length,
    literal: segments.reduce((sum, { texts }) => sum + texts.join("").length, 0),
    match: (given) => {
      const found: [string, string][] = [];
      for (const [index, segment] of segments.entries())
        if (!matchSegment(segment, given[index] ?? "", found)) return undefined;
      return found;
    },
  };
}

function parseSegment(text: string): Segment {
  const parts = text.split(/\{([^{}]*)\}/);
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    names: parts.filter((_, index) => index % 2 === 1),
  };
}

/** In linear time: each literal is taken at its first place, which leaves the most for those after it; the last one ends the text. */
function matchSegment({ texts, names }: Segment, text: string, found: [string, string][]): boolean {
  const [start = "", ...others] = texts;
  const end = others.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start) || !text.endsWith(end)) return false;
  const limit = text.length - end.length;
  let at = start.length;
  for (const [index, name] of names.entries()) {
    const next = others[index];
    const until = next === undefined ? limit : text.indexOf(next, at + 1);
    if (until <= at || until + (next ?? "").length > limit) return false;
    found.push([name, text.slice(at, until)]);
    at = until + (next ?? "").length;
  }
  return true;
}
