import { annotationKeywords } from "../../documents/keywords.js";
import type { SchemaObject } from "../../documents/schema-walk.js";
import { placeError, type ResourcePlace } from "../dialects/resources.js";

/** Throws `SchemaError` at a keyword that has no effect but was probably meant to. */
export function assertKeywords(place: ResourcePlace, schema: SchemaObject): void {
  const { dialect } = place;
  for (const keyword of Object.keys(schema)) {
    if (!dialect.keywords.has(keyword) && !annotationKeywords.has(keyword) && !keyword.startsWith("x-"))
      throw placeError(place, `unknown keyword \`${keyword}\`: ${dialect.name} doesn't have it`, keyword);
  }
  if (schema.if !== undefined && schema.then === undefined && schema.else === undefined)
    throw placeError(place, "`if` has no effect without `then` or `else`");
}
