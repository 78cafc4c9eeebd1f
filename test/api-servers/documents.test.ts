import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { memberAt, type Node, readDocument } from "../support/api-servers/document.js";
import { serverNames } from "../support/api-servers/start-server.js";
import { runCommand } from "../support/cli/run-command.js";

const path = (name: string): string =>
  fileURLToPath(new URL(`../support/api-servers/${name}/openapi.yaml`, import.meta.url));

/** Keywords that don't change what is valid in a request. */
const annotations = new Set(["description", "example", "default", "readOnly", "writeOnly", "mapping"]);

/** A schema without annotations and with its references replaced by what they lead to. */
function plain(schema: unknown, components: Node): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item) => plain(item, components));
  const { $ref } = schema as Node;
  if (typeof $ref === "string") return plain(components[$ref.split("/").at(-1) ?? ""], components);
  const entries = Object.entries(schema).filter(([key]) => !annotations.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, plain(value, components)]));
}

/** Query parameters of an operation of the document: their schemas, by name. */
function documentedQuery(document: Node, template: string): Node {
  const operation = memberAt(document, "paths", template, "get") ?? {};
  const parameters = (operation.parameters as Node[]).map((each) => {
    const [, name] = /^#\/components\/parameters\/(\w+)$/.exec(String(each.$ref)) ?? [];
    return name === undefined ? each : (memberAt(document, "components", "parameters", name) as Node);
  });
  const inQuery = parameters.filter(({ in: place }) => place === "query");
  return Object.fromEntries(inQuery.map(({ name, schema }) => [name, plain(schema, {})]));
}

describe("the documents", () => {
  it.each(serverNames)("of %s have no findings of lint", async (name) => {
    const document = path(name);
    const { exitCode, out } = await runCommand(dirname(document), "lint", "--strict", document);
    expect(out).not.toMatch(/warning|error/);
    expect(exitCode).toBe(0);
  });

  it.each(serverNames)(
    "of %s have six to twelve operations besides HEAD, and examples of all bodies",
    (name) => {
      const document = readDocument(path(name));
      const operations = Object.values(document.paths as Node).flatMap((item) =>
        Object.entries(item as Node).filter(([method]) => /^(?:get|post|put|patch|delete)$/.test(method)),
      );
      expect(operations.length).toBeGreaterThanOrEqual(6);
      expect(operations.length).toBeLessThanOrEqual(12);
      const bodies = Object.keys(document.paths as Node).flatMap((template) =>
        ["post", "put", "patch"].flatMap((method) => {
          const { content = {} } = memberAt(document, "paths", template, method, "requestBody") ?? {};
          return Object.values(content as Node);
        }),
      );
      for (const body of bodies) expect(body).toHaveProperty("example");
    },
  );

  it.each(["fastify", "express"])("of %s have the schemas that the server validates with", async (name) => {
    const document = readDocument(path(name));
    const { href } = new URL(`../support/api-servers/${name}/schemas.mjs`, import.meta.url);
    const { queries, id: _, ...schemas } = (await import(href)) as Node;
    const documented = memberAt(document, "components", "schemas") as Node;
    expect(Object.keys(schemas).length).toBeGreaterThanOrEqual(4);
    for (const [schema, own] of Object.entries(schemas))
      expect(plain(own, schemas)).toEqual(plain(documented[schema], documented));
    const templates = { listRooms: "/rooms", listBookings: "/rooms/{roomId}/bookings" };
    const paths: Readonly<Record<string, string>> = {
      ...templates,
      listProducts: "/products",
      listOrders: "/orders",
    };
    for (const [operation, parameters] of Object.entries(queries as Readonly<Record<string, Node>>)) {
      const own = Object.entries(parameters).map(([parameter, value]) => {
        const { schema } = value as Node;
        return [parameter, schema ?? value];
      });
      expect(Object.fromEntries(own)).toEqual(documentedQuery(document, paths[operation] ?? ""));
    }
  });
});
