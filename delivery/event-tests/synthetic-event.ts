import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { JsonObject } from "@oipkit/runtime/webhook";
import { assertBodySize } from "../checks.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import type { ApplicationRecord } from "../ports.js";
import type { EventTestParts } from "./test-request.js";

/** A synthetic event, and the ids that it was given. */
export interface SyntheticEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly correlationId: string;
  /** As JSON text. */
  readonly content: string;
}

type SynthesisContext = Pick<DeliveryContext, "protocol" | "random" | "clock" | "validate" | "settings">;

/** Prefix of test ids for a protocol that has none of its own. */
const usualPrefix = "test_";

/** Makes a synthetic event for an application. Throws `event-invalid`, `event-unknown` or `event-too-large` if `synthesize` makes one that breaks the contract. */
export function syntheticEvent(
  context: SynthesisContext,
  { synthesize, defaultProduct }: Pick<EventTestParts, "synthesize" | "defaultProduct">,
  { application, type }: { readonly application: ApplicationRecord; readonly type: string },
): SyntheticEvent {
  const { protocol, random, clock, validate } = context;
  const { event: shape } = protocol;
  const prefix = shape.testIdPrefix ?? usualPrefix;
  const unique = (): string => Buffer.from(random(16)).toString("hex");
  const syntheticId = (name: string): string => `${prefix}${name}_${unique()}`;
  const eventId = `${prefix}${unique()}`;
  const correlationId = syntheticId("correlation");
  const product = application.product ?? defaultProduct;
  const { environment } = application;
  const made = synthesize({
    type,
    eventId,
    correlationId,
    product,
    environment,
    syntheticId,
    now: clock.now(),
  });
  const event = structuredClone(made);
  place(event, shape.id, eventId);
  place(event, shape.type, type);
  place(event, shape.correlationId, correlationId);
  for (const pointer of shape.binding?.product ?? []) place(event, pointer, product);
  const result = validate(event, { eventType: type });
  if (result.kind === "unknown")
    throw new DeliveryError("event-unknown", `the contract has no event \`${type}\`: correct \`types\``);
  if (result.kind === "invalid") {
    const [first] = result.errors;
    const details = { errors: result.errors.map(({ pointer, keyword }) => ({ pointer, keyword })) };
    const where = first === undefined ? "" : `: ${first.pointer || "/"} ${first.message}`;
    throw new DeliveryError("event-invalid", `\`synthesize\` made an invalid \`${type}\`${where}`, {
      details,
    });
  }
  const content = JSON.stringify(event);
  assertBodySize(context, content);
  return { eventId, eventType: type, correlationId, content };
}

/** Sets a value if there is an object to hold it. */
function place(event: JsonObject, pointer: string | undefined, value: string | undefined): void {
  const tokens = pointer === undefined ? [] : fromPointer(pointer);
  const name = tokens.pop();
  if (name === undefined || value === undefined) return;
  const parent = valueAt(event, tokens);
  if (parent === null || typeof parent !== "object" || Array.isArray(parent)) return;
  Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
}
