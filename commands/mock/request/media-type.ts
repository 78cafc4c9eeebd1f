/** A media type without parameters, in lower case: `text/plain` for `Text/Plain; charset=utf-8`. */
export function essence(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The value of a parameter of a media type, in lower case. */
export function parameterOf(type: string, name: string): string | undefined {
  for (const part of type.split(";").slice(1)) {
    const [key = "", value = ""] = part.split("=", 2);
    if (key.trim().toLowerCase() === name)
      return value
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .toLowerCase();
  }
  return undefined;
}

/** How the content of a media type is read. */
export function contentKind(type: string): "json" | "form" | "multipart" | "text" | "other" {
  const plain = essence(type);
  if (/[/+]json$/.test(plain)) return "json";
  if (plain === "application/x-www-form-urlencoded") return "form";
  if (plain === "multipart/form-data") return "multipart";
  return plain.startsWith("text/") && plain !== "text/event-stream" ? "text" : "other";
}

/** How well a media type fits a range: 3 if equal, 2 for `text/*`, 1 for all, 0 if it doesn't. */
export function fitOf(range: string, type: string): number {
  const [wanted, given] = [essence(range), essence(type)];
  if (wanted === given) return 3;
  if (wanted === "*/*" || wanted === "*") return 1;
  const suffix = /^([^/]+)\/\*(\+[^/]+)?$/.exec(wanted);
  if (suffix === null || !given.startsWith(`${suffix[1]}/`)) return 0;
  return given.endsWith(suffix[2] ?? "") ? 2 : 0;
}

/** The entry of a `content` map for a media type: the most specific one. */
export function mediaFor<T>(
  content: readonly (readonly [type: string, value: T])[],
  type: string,
): readonly [type: string, value: T] | undefined {
  let best: { readonly entry: readonly [string, T]; readonly score: number } | undefined;
  for (const entry of content) {
    const score = fitOf(entry[0], type);
    if (score > (best?.score ?? 0)) best = { entry, score };
  }
  return best?.entry;
}
