/**
 * A small generated folder of a made-up platform: `item.changed` and `item.removed` events with the discriminator `kind`,
 * delivered with a `ticket`, encrypted in `sealed`; a `receipt`, detected by its properties; a `colour`.
 */
const checks = `
const required = (value, at, names) => names.flatMap((name) => Object.hasOwn(value, name) ? [] : [{
  code: "required", pointer: at, schemaPointer: "item.yaml#/required", keyword: "required", property: name, clause: "§1",
  message: (at === "" ? "the document" : at) + " lacks the required property \`" + name + "\`" }]);
const typed = (value, name, type) => !Object.hasOwn(value, name) || typeof value[name] === type ? [] : [{
  code: "type", pointer: "/" + name, schemaPointer: "item.yaml#/properties/" + name, keyword: "type",
  message: "\`" + name + "\` isn't a " + type }];
const surplus = (value, names) => Object.keys(value).filter((name) => !names.includes(name)).map((name) => ({
  code: "unknown-property", pointer: "", schemaPointer: "item.yaml", keyword: "unevaluatedProperties", property: name,
  message: "the document has the property \`" + name + "\`, which the contract doesn't have" }));
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const notObject = [{ code: "type", pointer: "", schemaPointer: "item.yaml#/type", keyword: "type", message: "the document isn't an object" }];
export const event = (value, { all = true, strict = false } = {}) => {
  if (!isObject(value)) return notObject;
  const found = [...required(value, "", ["id", "kind"]), ...typed(value, "id", "string"), ...typed(value, "count", "number")];
  if (strict && found.length === 0) found.push(...surplus(value, ["id", "kind", "count", "item", "version", "text"]));
  return all ? found : found.slice(0, 1);
};
export const receipt = (value, { all = true } = {}) => {
  if (!isObject(value)) return notObject;
  const found = [...required(value, "", ["number", "paid"]), ...typed(value, "paid", "boolean")].map((item) => ({ ...item, level: "should" }));
  return all ? found : found.slice(0, 1);
};
export const colour = (value) => ["red", "blue"].includes(value) ? [] : [{
  code: "enum", pointer: "", schemaPointer: "colour.yaml#/enum", keyword: "enum", message: "the document isn't a colour" }];
`;

const module = (name: string): string =>
  `import { ${name} } from "./checks.js";\nexport const is = (value) => ${name}(value).length === 0;\nexport const check = ${name};\n`;

export const protocol = {
  token: { property: "ticket" },
  encryption: {
    property: "sealed",
    algorithm: "aes-256-cbc",
    padding: "pkcs7",
    keyDerivation: "sha256",
    ivBytes: 16,
    encoding: "base64",
  },
  event: { id: "/id", type: "/kind", ordering: { resource: "/item", version: "/version" } },
} as const;

export const standIn: Readonly<Record<string, string>> = {
  "generated/package.json": '{ "type": "module" }',
  "generated/manifest.json": '{ "generator": "oipkit", "files": [] }',
  "generated/validators/checks.js": checks,
  "generated/validators/event.js": module("event"),
  "generated/validators/receipt.js": module("receipt"),
  "generated/validators/colour.js": module("colour"),
  "generated/validators/items.js": `
import { event } from "./checks.js";
export function validateEvent(value, options) {
  if (value.kind !== "item.changed" && value.kind !== "item.removed") return { kind: "unknown" };
  const errors = event(value, options);
  return errors.length === 0 ? { kind: "valid", event: value } : { kind: "invalid", errors };
}
`,
  "generated/events/protocol.js": `export const protocol = ${JSON.stringify(protocol)};\n`,
  "generated/validators/catalog.js": `
export const subjects = {
  "item.changed": { load: () => import("./event.js") },
  receipt: { load: () => import("./receipt.js"), recognizedBy: ["number", "paid"] },
  colour: { load: () => import("./colour.js") },
};
export const eventSets = [{
  name: "items", discriminator: "kind", load: () => import("./items.js"),
  protocol: { token: "ticket", encryption: { property: "sealed" } },
  loadProtocol: async () => (await import("../events/protocol.js")).protocol,
}];
export const secrets = ["pin"];
`,
};

/** A valid event of the made-up platform. */
export function item(id: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { id, kind: "item.changed", ...more };
}
