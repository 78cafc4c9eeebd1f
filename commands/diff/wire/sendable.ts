import type { Node, NodeObject } from "../../../reader/validation/nodes/node.js";
import { inPlace } from "../schemas/node-walk.js";
import { possibleKinds, scalarKinds } from "./value-kinds.js";
import { type FieldsForm, repeats, type WireForm } from "./wire-form.js";

/** Of the members of an exploded object, a receiver sees those that it knows; without any, it is as if the object weren't sent. */
export function noticed(reading: Node, form: WireForm): Node {
  if (form.kind === "fields") return noticedFields(reading, form);
  if (form.kind !== "styled" || form.hasJsonObjects || !repeats(form) || form.where === "path") return true;
  const applied = inPlace([reading]);
  const names = new Set(applied.flatMap(({ properties = {} }) => Object.keys(properties)));
  const isOpen = applied.some(
    ({ additionalProperties, patternProperties }) =>
      typeof additionalProperties === "object" || patternProperties !== undefined,
  );
  if (names.size === 0 || isOpen) return true;
  const known = [...names].map((name): Node => ({ type: ["object"], required: [name] }));
  return { anyOf: [{ type: ["string", "number", "boolean", "array"] }, ...known] };
}

function noticedFields(reading: Node, form: FieldsForm): Node {
  const applied = inPlace([reading]);
  const required = new Set(applied.flatMap((each) => each.required ?? []));
  const properties: Record<string, Node> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const nodes = applied.flatMap(({ properties: all = {} }) =>
      Object.hasOwn(all, name) ? [all[name] ?? true] : [],
    );
    if (!required.has(name)) properties[name] = noticed({ allOf: nodes }, field);
  }
  return { properties };
}

/** Whether a form can write any value of a schema: fields are those of an object, and a text is a plain value. */
export function isWritable(node: Node, form: WireForm): boolean {
  const kinds = possibleKinds(node);
  if (form.kind === "fields") return kinds.has("object");
  if (form.kind === "text") return scalarKinds.some((kind) => kinds.has(kind));
  return kinds.size > 0;
}

const values: NodeObject = { type: ["string", "number", "boolean", "array", "object"] };

/** What can be sent: `null` can't, nor can an empty list or object as a parameter or a field. */
export function sendable(form: WireForm): Node {
  switch (form.kind) {
    case "json":
      return true;
    case "text":
      return { type: ["string", "number", "boolean"] };
    case "styled": {
      const parts: NodeObject = { ...values, items: values, additionalProperties: values };
      const whole: NodeObject = { ...values, items: parts, additionalProperties: parts };
      return form.where === "header" ? whole : { ...whole, minItems: 1, minProperties: 1 };
    }
    case "fields": {
      const json = Object.entries(form.fields).filter(([, field]) => field.kind === "json");
      return {
        type: ["object"],
        properties: Object.fromEntries(json.map(([field]) => [field, true])),
        additionalProperties: { ...values, minItems: 1, items: values },
      };
    }
  }
}
