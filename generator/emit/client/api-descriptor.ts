import type { HttpApi, HttpServer } from "../../../reader/model/model.js";
import { isUsable } from "../../../reader/model/servers.js";
import { apiSecurity } from "./security.js";

/** The run-time description of an API (`ApiDescriptor` of `@oipkit/runtime/http`); `undefined` if it has nothing to say. */
export function apiDescriptor(api: HttpApi): object | undefined {
  const { servers, operationServers } = api;
  const usable = servers.filter(isUsable);
  const security = apiSecurity(api);
  if (usable.length === 0 && operationServers.length === 0 && Object.keys(security).length === 0)
    return undefined;
  return {
    servers: usable.map(serverDescriptor),
    ...security,
    path: operationServers.length === 0 ? undefined : pathOf(servers),
    operationServers:
      operationServers.length === 0
        ? undefined
        : operationServers.map((server) => ({
            ...serverDescriptor(server),
            needsUrl: isUsable(server) || isPath(server.url) ? undefined : true,
          })),
  };
}

function serverDescriptor({ url, variables }: HttpServer): object {
  const entries = Object.entries(variables).map(([name, variable]) => [
    name,
    { default: variable.default ?? "", enum: variable.enum },
  ]);
  return { url, variables: entries.length === 0 ? undefined : Object.fromEntries(entries) };
}

function isPath(url: string): boolean {
  return /^(?:\/(?!\/)|$)/.test(url);
}

/** The path of the API's first server, without a trailing slash. */
function pathOf([first]: readonly HttpServer[]): string | undefined {
  if (first === undefined) return undefined;
  const filled = first.url.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => first.variables[name]?.default ?? "",
  );
  const url = isPath(filled) ? `https://host.invalid${filled}` : filled;
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, "") : "";
  return path === "" ? undefined : path;
}
