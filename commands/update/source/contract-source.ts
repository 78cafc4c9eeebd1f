import { UsageError } from "../../options/option.js";

/** Where a contract is taken from that other people write. */
export type ContractSource =
  /** One document. */
  | { readonly kind: "url"; readonly url: string }
  /** Files of a branch, tag or commit. Without a path, those in `contracts`. */
  | { readonly kind: "git"; readonly repository: string; readonly ref: string; readonly path?: string }
  /** Files of a package of npm. Without a path, those in `contracts`. */
  | { readonly kind: "package"; readonly name: string; readonly range: string; readonly path?: string };

/** The forms of a source, for error messages. */
export const sourceForms =
  "https://HOST/openapi.yaml, npm:NAME@RANGE/PATH or git+https://HOST/REPOSITORY.git#BRANCH:PATH";

/** A source, as `source` of the configuration and `--contract` name it. Throws `UsageError`; `at` is its place. */
export function parseContractSource(text: string, at: string): ContractSource {
  const found = readSource(text);
  if (typeof found !== "string") return found;
  throw new UsageError(`${at}: ${found}; write ${sourceForms}`);
}

/** Whether a text has the form of a source, and isn't a path. */
export function isContractSource(text: string): boolean {
  return /^(?:https?:\/\/|npm:|git\+)/.test(text);
}

/** A problem, as the rest of a sentence, if it isn't a source. */
function readSource(text: string): ContractSource | string {
  if (text.startsWith("npm:")) return packageSource(text.slice("npm:".length));
  if (text.startsWith("git+")) return gitSource(text.slice("git+".length));
  if (/^https?:/.test(text)) return urlSource(text);
  return `${text} isn't a source of contracts`;
}

function urlSource(text: string): ContractSource | string {
  const url = parseUrl(text);
  if (url === undefined) return `${text} isn't a URL`;
  const problem = webProblem(url);
  if (problem !== undefined) return problem;
  url.hash = "";
  return { kind: "url", url: url.href };
}

function gitSource(text: string): ContractSource | string {
  const hash = text.indexOf("#");
  const repository = hash < 0 ? text : text.slice(0, hash);
  const [ref = "", path = ""] = hash < 0 ? [] : splitOnce(text.slice(hash + 1), ":");
  const url = parseUrl(repository);
  if (url === undefined || !["https:", "http:", "ssh:", "file:"].includes(url.protocol))
    return `git+${repository} isn't the address of a repository`;
  const problem = url.protocol === "http:" ? webProblem(url) : undefined;
  if (problem !== undefined) return problem;
  if (ref.startsWith("-") || /[\s~^:?*[\\]|\.\.|@\{/.test(ref)) return `${ref} isn't a branch, tag or commit`;
  if (leadsOut(path)) return `${path} leads out of the repository`;
  return { kind: "git", repository, ref: ref === "" ? "HEAD" : ref, ...(path !== "" && { path }) };
}

const part = "[A-Za-z0-9~-][A-Za-z0-9._~-]*";
const packageForm = new RegExp(`^((?:@${part}/)?${part})(?:@([^/\\s]+))?(?:/(.+))?$`, "s");

function packageSource(text: string): ContractSource | string {
  const [, name, range = "latest", path = ""] = packageForm.exec(text) ?? [];
  if (name === undefined || name.startsWith("-") || name.length > 214) return `npm:${text} isn't a package`;
  if (!/^[\w.^~<>=*+|-]+$/.test(range)) return `${range} isn't a range of versions or a tag`;
  if (leadsOut(path)) return `${path} leads out of the package`;
  return { kind: "package", name, range, ...(path !== "" && { path }) };
}

/** Anyone on the way could replace what comes by http. */
function webProblem({ protocol, hostname, username, password }: URL): string | undefined {
  if (username !== "" || password !== "") return "credentials in an address would be committed";
  const isLocal = hostname === "localhost" || hostname === "[::1]" || /^127\.(?:\d+\.){2}\d+$/.test(hostname);
  if (protocol === "http:" && !isLocal) return "http: is refused except on this machine";
  return undefined;
}

function leadsOut(path: string): boolean {
  return (
    path.startsWith("/") ||
    path.includes("\\") ||
    path.split("/").some((each) => each === ".." || each === ".")
  );
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  if (at < 0) return [text, ""];
  return [text.slice(0, at), text.slice(at + 1)];
}
