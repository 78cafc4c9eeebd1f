import type { ReferenceCase } from "./reference-case.js";

const text = { type: "string" };
const number = { type: "number" };
const to = (pointer: string) => ({ $ref: `#/components/schemas/${pointer}` });
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties,
});
const user = object({ name: text }, ["name"]);

/** References by `$id`, by anchor and by `$dynamicRef`, which mean the same wherever there is JSON Schema 2020-12. */
export const byIdentifier: readonly ReferenceCase[] = [
  {
    name: "by an embedded $id, absolute and relative",
    schema: object({
      a: { $ref: "https://example.com/schemas/user" },
      b: { $ref: "https://example.com/schemas/team#/$defs/lead" },
      c: { $ref: "https://example.com/schemas/team#size" },
    }),
    schemas: {
      User: { $id: "https://example.com/schemas/user", ...user },
      Team: {
        $id: "https://example.com/schemas/team",
        ...object({ lead: { $ref: "user" }, own: { $ref: "#/$defs/lead" } }),
        $defs: { lead: { $ref: "user" }, size: { $anchor: "size", ...number } },
      },
    },
    takes: ["{ a: { name: 'n' }, b: { name: 'n' }, c: 1 }"],
    refuses: ["{ a: {} }", "{ b: { name: 1 } }", "{ c: 'a' }"],
  },
  {
    name: "generic list by $dynamicRef",
    schema: object({
      users: { $ref: "https://example.com/users" },
      any: { $ref: "https://example.com/list" },
    }),
    schemas: {
      User: { $id: "https://example.com/user", ...user },
      List: {
        $id: "https://example.com/list",
        ...object({ items: { type: "array", items: { $dynamicRef: "#item" } } }, ["items"]),
        $defs: { item: { $dynamicAnchor: "item" } },
      },
      Users: {
        $id: "https://example.com/users",
        $ref: "list",
        $defs: { item: { $dynamicAnchor: "item", $ref: "user" } },
      },
    },
    takes: ["{ users: { items: [{ name: 'n' }] }, any: { items: [1, 'a'] } }"],
    refuses: ["{ users: { items: [{}] } }", "{ users: { items: ['a'] } }", "{ users: {} }", "{ any: {} }"],
  },
  {
    name: "extended tree by $dynamicRef",
    schema: object({
      tree: { $ref: "https://example.com/named-tree" },
      plain: { $ref: "https://example.com/tree" },
    }),
    schemas: {
      Tree: {
        $id: "https://example.com/tree",
        $dynamicAnchor: "node",
        ...object({ children: { type: "array", items: { $dynamicRef: "#node" } } }),
      },
      NamedTree: {
        $id: "https://example.com/named-tree",
        $dynamicAnchor: "node",
        $ref: "tree",
        required: ["name"],
        properties: { name: text },
      },
    },
    takes: ["{ tree: { name: 'a', children: [{ name: 'b' }] }, plain: { children: [{ children: [] }] } }"],
    refuses: [
      "{ tree: { children: [] } }",
      "{ tree: { name: 'a', children: [{}] } }",
      "{ plain: { children: [1] } }",
    ],
  },
  {
    name: "$dynamicRef without another anchor",
    schema: { $ref: "https://example.com/list" },
    schemas: {
      List: {
        $id: "https://example.com/list",
        type: "array",
        items: { $dynamicRef: "#item" },
        $defs: { item: { $dynamicAnchor: "item", ...text } },
      },
    },
    takes: ["['a']"],
    refuses: ["[1]"],
  },
  {
    name: "$dynamicRef to a plain anchor, and to a pointer",
    schema: { $ref: "https://example.com/list" },
    schemas: {
      List: {
        $id: "https://example.com/list",
        type: "array",
        prefixItems: [{ $dynamicRef: "#item" }, { $dynamicRef: "#/$defs/item" }],
        items: false,
        $defs: { item: { $anchor: "item", ...text } },
      },
    },
    takes: ["['a', 'b']"],
    refuses: ["[1]", "['a', 1]"],
  },
  {
    name: "to an unknown $id",
    schema: { $ref: "https://example.com/none" },
    findings: ["ref-remote SUBJECT/$ref"],
  },
  { name: "to an unknown anchor", schema: { $ref: "#none" }, findings: ["ref-not-found SUBJECT/$ref"] },
  {
    name: "$dynamicRef to nothing",
    schema: { $dynamicRef: "#none" },
    findings: ["ref-not-found SUBJECT/$dynamicRef"],
  },
];

/** References in OpenAPI 3.1 and AsyncAPI that OpenAPI 3.0 doesn't have. */
export const inJsonSchema: readonly ReferenceCase[] = [
  ...byIdentifier,
  {
    name: "with keywords next to it",
    schema: { ...to("Base"), properties: { own: number }, required: ["own"] },
    schemas: { Base: object({ base: text }, ["base"]) },
    takes: ["{ base: 'a', own: 1 }"],
    refuses: ["{ base: 'a' }", "{ own: 1 }", "{ base: 'a', own: 'b' }"],
  },
  {
    name: "to a boolean",
    schema: object({ any: { $ref: "other.json#/$defs/yes" } }),
    files: { "other.json": { $defs: { yes: true } } },
    takes: ["{ any: 1 }", "{ any: 'a' }"],
  },
  {
    name: "into $defs and definitions of a component",
    schema: object({ a: to("A/$defs/x"), b: to("A/definitions/y") }),
    schemas: { A: { type: "object", $defs: { x: text }, definitions: { y: number } } },
    takes: ["{ a: 'a', b: 1 }"],
    refuses: ["{ a: 1 }", "{ b: 'a' }"],
  },
  {
    name: "generic list by $dynamicRef without $id",
    schema: to("Users"),
    schemas: {
      User: user,
      List: {
        ...object({ items: { type: "array", items: { $dynamicRef: "#item" } } }, ["items"]),
        $defs: { item: { $dynamicAnchor: "item" } },
      },
      Users: { ...to("List"), $defs: { item: { $dynamicAnchor: "item", ...to("User") } } },
    },
    takes: ["{ items: [{ name: 'n' }] }"],
    refuses: ["{ items: [{}] }", "{ items: ['a'] }", "{}"],
  },
];
