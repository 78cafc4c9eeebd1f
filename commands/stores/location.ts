import { UsageError } from "../options/option.js";

/** The location of a store, as given by `--store` or `--nonces`. */
export type StoreLocation =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly file: string }
  | { readonly kind: "postgres"; readonly connectionString: string | undefined }
  | { readonly kind: "redis"; readonly url: string };

/** Kind of a store. */
export type StoreKind = StoreLocation["kind"];

const shapes: Readonly<Record<StoreKind, string>> = {
  memory: "memory",
  sqlite: "sqlite:FILE",
  postgres: "postgres:URL",
  redis: "redis:URL",
};

/** Parses a location of one of the given kinds. Throws `UsageError`, which never repeats a URL: it may hold a password. */
export function readLocation(flag: string, text: string, kinds: readonly StoreKind[]): StoreLocation {
  const location = parse(text);
  if (location !== undefined && kinds.includes(location.kind)) return location;
  throw new UsageError(`${flag} must be ${describeKinds(kinds).replaceAll("`", "")}`);
}

/** "`memory`, `sqlite:FILE` or `postgres:URL`". */
export function describeKinds(kinds: readonly StoreKind[]): string {
  const names = kinds.map((kind) => `\`${shapes[kind]}\``);
  return [names.slice(0, -1).join(", "), names.at(-1)].filter((part) => part !== "").join(" or ");
}

function parse(text: string): StoreLocation | undefined {
  if (text === "memory") return { kind: "memory" };
  const rest = text.slice(text.indexOf(":") + 1);
  switch (text.split(":", 1)[0]) {
    case "sqlite":
      if (rest === "" || !text.includes(":")) return undefined;
      return { kind: "sqlite", file: rest };
    case "postgres":
    case "postgresql":
      // Without a URL, the driver reads the `PG…` environment variables.
      if (rest === "" || !text.includes(":")) return { kind: "postgres", connectionString: undefined };
      return { kind: "postgres", connectionString: /^\/\//.test(rest) ? text : rest };
    case "redis":
    case "rediss":
      if (rest === "" || !text.includes(":")) return undefined;
      return { kind: "redis", url: /^\/\//.test(rest) ? text : rest };
    default:
      return undefined;
  }
}
