/**
 * The target of the first link with this relation type in a `Link` header (RFC 8288), as written, so it may
 * be relative to the requested address. Links with an `anchor` describe another resource and are ignored.
 */
export function linkTarget(header: string | null, relation: string): string | undefined {
  for (const [, target = "", parameters = ""] of (header ?? "").matchAll(link)) {
    const found = new Map<string, string>();
    for (const [, name = "", quoted, plain = ""] of parameters.matchAll(parameter)) {
      const value = quoted?.replace(/\\(.)/g, "$1") ?? plain;
      // Of several parameters with the same name, the first counts.
      if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
    }
    const relations = (found.get("rel") ?? "").toLowerCase().split(/\s+/);
    if (relations.includes(relation) && !found.has("anchor")) return target;
  }
  return undefined;
}

const link = /<([^<>]*)>((?:[^",]|"(?:\\.|[^"\\])*")*)/g;
const parameter = /\s*;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;,"]*)))?/gy;
