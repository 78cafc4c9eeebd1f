import { tooDeepAt } from "../json-depth.js";
import type { IncomingParameter } from "./descriptor.js";
import type { RequestContext } from "./options.js";

type Given = Pick<RequestContext, "header" | "url">;

/** The parameters of a request by key, as far as it has them. A text that isn't of its type stays a text. */
export function readParameters(
  parameters: readonly IncomingParameter[],
  { header, url }: Given,
): [key: string, value: unknown][] {
  const query = parameters.some((each) => each.in === "query") ? queryOf(url) : undefined;
  return parameters.flatMap((parameter): [string, unknown][] => {
    const texts =
      parameter.in === "query"
        ? (query?.getAll(parameter.name) ?? [])
        : listed(header(parameter.name.toLowerCase()));
    const [first] = texts;
    if (first === undefined) return [];
    if (parameter.json === true) return [[parameter.key, parsed(first)]];
    if (parameter.list === undefined) return [[parameter.key, typed(first, parameter)]];
    const items = parameter.list === "repeated" ? texts : first === "" ? [] : first.split(",");
    const trimmed = parameter.in === "header" ? items.map((item) => item.trim()) : items;
    return [[parameter.key, trimmed.map((item) => typed(item, parameter))]];
  });
}

function listed(value: string | null): string[] {
  return value === null ? [] : [value];
}

function queryOf(url = ""): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1).replace(/#.*$/s, ""));
}

function parsed(text: string): unknown {
  // A deeper text stays a text, as one that isn't JSON does; the check refuses it.
  if (tooDeepAt(text) >= 0) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A number as JSON writes it. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function typed(text: string, { type }: IncomingParameter): unknown {
  if (type === "number" && number.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
