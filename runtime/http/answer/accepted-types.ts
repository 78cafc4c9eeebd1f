import { mediaCovers, mediaKind } from "../operation/media-type.js";

/**
 * The media types, of those that the contract documents for a status, that a caller takes: the one that was asked for,
 * if it is among them. Without a wish, JSON is taken alone if it is offered with others.
 */
export function acceptedTypes(documented: readonly string[], accept: string | undefined): readonly string[] {
  if (accept !== undefined)
    return documented.some((type) => mediaCovers(type, accept)) ? [accept] : documented;
  const json = documented.filter((type) => mediaKind(type) === "json");
  return json.length > 0 ? json : documented;
}
