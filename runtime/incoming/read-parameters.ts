import { commaTexts, jsonOrText, typedText } from "../typed-text.js";
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
    if (parameter.json === true) return [[parameter.key, jsonOrText(first)]];
    if (parameter.list === undefined) return [[parameter.key, typedText(first, parameter.type)]];
    const items = parameter.list === "repeated" ? texts : commaTexts(first);
    const trimmed = parameter.in === "header" ? items.map((item) => item.trim()) : items;
    return [[parameter.key, trimmed.map((item) => typedText(item, parameter.type))]];
  });
}

function listed(value: string | null): string[] {
  return value === null ? [] : [value];
}

function queryOf(url = ""): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1).replace(/#.*$/s, ""));
}
