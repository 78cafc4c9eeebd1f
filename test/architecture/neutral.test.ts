import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { rooms } from "../support/architecture/rooms.js";
import { repository } from "../support/architecture/sources.js";

/** Folders that would work for another platform unchanged. */
const neutral = new Set(
  Object.entries(rooms).flatMap(([room, { neutral }]) => (neutral ? [room.slice(0, room.indexOf("/"))] : [])),
);

interface Api {
  readonly paths?: Readonly<Record<string, unknown>>;
}

interface Events {
  readonly "x-webhook-protocol": {
    readonly headers: Readonly<Record<string, string>>;
    readonly event: { readonly testIdPrefix?: string };
    readonly token: { readonly property: string };
    readonly verification?: { readonly header: string };
  };
  readonly components: { readonly messages: Readonly<Record<string, { readonly name?: string }>> };
}

function contract<T>(name: string): T {
  return parse(readFileSync(join(repository, "contracts", name), "utf8")) as T;
}

const events = contract<Events>("events.asyncapi.yaml");
const protocol = events["x-webhook-protocol"];
const platform = readFileSync(join(repository, "contracts/platform.openapi.yaml"), "utf8");

const words = {
  "event names": Object.values(events.components.messages).flatMap(({ name }) => name ?? []),
  "message keys": Object.keys(events.components.messages),
  "header names": [...Object.values(protocol.headers), protocol.verification?.header ?? ""],
  "prefixes of header names": [
    ...new Set(Object.values(protocol.headers).map((name) => name.split("-").slice(0, 2).join("-"))),
  ],
  // A path defined by a standard (`/.well-known/…`) isn't specific to this platform.
  routes: Object.keys((parse(platform) as Api).paths ?? {})
    .filter((path) => !path.startsWith("/.well-known/"))
    .flatMap((path) => [path, path.split("/").slice(0, 3).join("/")]),
  scopes: [...new Set(platform.match(/\b(?:[a-z]+\.){2,}[a-z]+\b/g) ?? [])],
};

const files = [...neutral].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(?:dist|node_modules)\//.test(path))
    .map((path) => ({ path: path.slice(repository.length), text: readFileSync(path, "utf8").toLowerCase() })),
);

describe("platform-neutral parts", () => {
  it("are searched for words that the contracts contain", () => {
    expect([...neutral].sort()).toEqual(
      ["cli", "commands", "delivery", "generator", "reader", "runtime", "templates"].sort(),
    );
    expect(files.some(({ path }) => path.startsWith("reader/vocabulary/"))).toBe(true);
    expect(words["event names"]).toContain("oem.subscription.created.v1");
    expect(words["prefixes of header names"]).toEqual(["X-SVC"]);
    expect(words.routes).toContain("/open-platform/v1");
    expect(words.scopes).toContain("commerce.catalog.read");
  });

  it.each(Object.entries(words))("contain none of the platform's %s", (_kind, list) => {
    const found = list.flatMap((word) =>
      files.filter(({ text }) => text.includes(word.toLowerCase())).map(({ path }) => `${word} in ${path}`),
    );
    expect(list.filter((word) => word !== "").length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});
