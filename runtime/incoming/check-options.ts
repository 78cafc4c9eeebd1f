import { notAmong, unknownOption } from "../nearest-names.js";
import type { IncomingTable } from "./descriptor.js";
import { HandlersMisconfigured } from "./errors.js";

const known = ["handlers", "fallback", "authenticate", "maxBodyBytes", "logger"];

/** Throws `HandlersMisconfigured` for options that don't fit the requests of a table. */
export function checkOptions(table: IncomingTable, options: object): void {
  const problem = unknownOption(options, known);
  if (problem !== undefined) throw new HandlersMisconfigured(problem);
  const {
    handlers = {},
    fallback,
    authenticate,
    maxBodyBytes = 1,
  } = options as Readonly<Record<string, unknown>>;
  if (typeof authenticate !== "function" && authenticate !== "elsewhere")
    throw new HandlersMisconfigured(
      '`authenticate` is a function, or "elsewhere" if a gateway authenticates requests',
    );
  if (!Number.isSafeInteger(maxBodyBytes) || Number(maxBodyBytes) < 1)
    throw new HandlersMisconfigured("`maxBodyBytes` is a positive integer");
  if (fallback !== undefined && typeof fallback !== "function")
    throw new HandlersMisconfigured("`fallback` is a function");
  const names = Object.keys(table);
  for (const [name, handler] of Object.entries(handlers as object)) {
    if (!Object.hasOwn(table, name)) throw new HandlersMisconfigured(notAmong("request", name, names));
    if (handler !== undefined && typeof handler !== "function")
      throw new HandlersMisconfigured(`the handler of \`${name}\` isn't a function`);
  }
  const given = handlers as Readonly<Record<string, unknown>>;
  const missing = names.find((name) => !Object.hasOwn(given, name) || given[name] === undefined);
  if (fallback === undefined && missing !== undefined)
    throw new HandlersMisconfigured(`\`${missing}\` has no handler, and there is no \`fallback\``);
}
