import { compileTemplate, type PathTemplate } from "./path-template.js";
import type { Route } from "./route.js";

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
    return allowed.length === 0 ? none : { kind: "other-method", allowed: [...new Set(allowed)] };
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
