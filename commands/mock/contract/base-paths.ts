import type { HttpServer } from "../../../reader/model/model.js";

/** At most this many values of a variable in a path are served. */
const mostValues = 20;

/** The base paths of servers, without a slash at the end, each once; `""` is among them, so that the bare paths work, too. */
export function basePaths(servers: readonly HttpServer[]): readonly string[] {
  return [...new Set([...servers.flatMap(pathsOf), ""])];
}

function pathsOf(server: HttpServer): readonly string[] {
  // Only the path counts: host and scheme are those of this machine.
  const path = server.url.replace(/^[a-z][a-z0-9+.-]*:/i, "").replace(/^\/\/[^/?#]*/, "");
  return filled(path.split(/[?#]/, 1)[0] ?? "", server.variables).map((each) => {
    const trimmed = each.replace(/\/+$/, "");
    return trimmed === "" || trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
  });
}

/** The path with each value of its variables; a variable without values stays, and matches any segment. */
function filled(path: string, variables: HttpServer["variables"]): readonly string[] {
  const name = [...path.matchAll(/\{([^{}]+)\}/g)].find(
    ([, each = ""]) => valuesOf(variables, each).length > 0,
  )?.[1];
  if (name === undefined) return [path];
  return valuesOf(variables, name)
    .slice(0, mostValues)
    .flatMap((value) =>
      filled(
        path.replaceAll(`{${name}}`, () => value.replaceAll(/[{}]/g, "")),
        variables,
      ),
    )
    .slice(0, mostValues);
}

function valuesOf(variables: HttpServer["variables"], name: string): readonly string[] {
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
  const all = [variable?.default, ...(variable?.enum ?? [])];
  return [...new Set(all.filter((value) => value !== undefined))];
}
