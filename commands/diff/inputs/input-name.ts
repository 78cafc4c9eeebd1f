import { UnusableInput } from "./unusable-input.js";

/** What OLD or NEW names. */
export type InputName =
  /** `git:REF[:PATH]`. */
  | { readonly kind: "git"; readonly ref: string; readonly path?: string }
  /** `FILE.tgz[:PATH]`: a packed package. */
  | { readonly kind: "tarball"; readonly file: string; readonly path?: string }
  /** `npm:NAME[/PATH]`: an installed package. */
  | { readonly kind: "package"; readonly name: string; readonly path?: string }
  /** A file or folder; if there is none, and it looks like one, an installed package. */
  | { readonly kind: "path"; readonly path: string; readonly package?: PackageName };

/** A package, and a path in it. */
export interface PackageName {
  readonly name: string;
  readonly path?: string;
}

/** Parses an argument of `oipkit diff`. Throws `UnusableInput`. */
export function parseInputName(text: string): InputName {
  if (text === "")
    throw new UnusableInput("an empty argument names nothing; pass `.` for the working folder");
  if (text.startsWith("git:")) {
    const [, ref = "", path] = /^git:([^:]*)(?::(.*))?$/s.exec(text) ?? [];
    if (ref === "") throw new UnusableInput(`${text}: no commit is named; write git:REF or git:REF:PATH`);
    return { kind: "git", ref, ...(path ? { path } : {}) };
  }
  if (text.startsWith("npm:")) {
    const found = packageName(text.slice("npm:".length));
    if (found === undefined) throw new UnusableInput(`${text}: not the name of a package`);
    return { kind: "package", ...found };
  }
  const [, file, path] = /^(.*\.(?:tgz|tar\.gz))(?::(.*))?$/is.exec(text) ?? [];
  if (file !== undefined) return { kind: "tarball", file, ...(path ? { path } : {}) };
  const found = packageName(text);
  return { kind: "path", path: text, ...(found === undefined ? {} : { package: found }) };
}

/** A name that npm accepts, with the capital letters of old packages, and a path without empty parts. */
function packageName(text: string): PackageName | undefined {
  const part = "[A-Za-z0-9~-][A-Za-z0-9._~-]*";
  const [, name, path] = new RegExp(`^((?:@${part}/)?${part})(?:/+(.*))?$`, "s").exec(text) ?? [];
  if (name === undefined || name.length > 214 || name === "node_modules") return undefined;
  return { name, ...(path ? { path } : {}) };
}
