/** The path and the query of a request's target, as sent. A whole URL, as proxies get it, counts as its path. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const [whole = ""] = local.split("#", 1);
  const at = whole.indexOf("?");
  const path = at === -1 ? whole : whole.slice(0, at);
  return { path: path.startsWith("/") ? path : `/${path}`, query: at === -1 ? "" : whole.slice(at + 1) };
}
