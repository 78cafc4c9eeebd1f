import { pointerResolver } from "../../json-pointer/index.js";
import type { JsonObject } from "../../ports/json-object.js";
import { elementTexts } from "../wire/element-texts.js";
import type { Protocol } from "../wire/protocol.js";
import type { OpenedBody } from "./content.js";
import { Refusal } from "./refusal.js";

/** One event of a batch. */
export interface BatchEvent {
  readonly content: JsonObject;
  /** Its text as received. */
  readonly json: string;
  /** Its position in the array, from 0. */
  readonly index: number;
  /** JSON Pointer to it in the body. */
  readonly place: string;
}

/** The events of a body, in their order; possibly none. Throws `Refusal`. */
export type SplitBatch = (body: OpenedBody) => readonly BatchEvent[];

/** Prepares the splitting of bodies into at most `maxEvents` events; `undefined` if the protocol has no batches. */
export function batchSplitter(
  { event, responses }: Pick<Protocol, "event" | "responses">,
  maxEvents: number,
): SplitBatch | undefined {
  const { batch } = event;
  if (batch === undefined) return undefined;
  const [arrayIn, textsIn] = [pointerResolver(batch), elementTexts(batch)];
  const invalid = (pointer: string, message: string, place?: string): Refusal =>
    new Refusal({
      ...{ code: "event-invalid", status: responses.unprocessable },
      errors: [{ pointer, keyword: "type", message }],
      ...(place === undefined ? {} : { place }),
    });
  return ({ content, json }) => {
    const values = arrayIn(content);
    if (!Array.isArray(values)) throw invalid(batch, "must be the array of events");
    if (values.length > maxEvents) throw new Refusal({ code: "batch-too-large", status: 413 });
    const texts = textsIn(json);
    return values.map((value: unknown, index) => {
      const place = `${batch}/${index}`;
      if (!isObject(value)) throw invalid("", "must be an object", place);
      return { content: value, json: texts[index] ?? "", index, place };
    });
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
