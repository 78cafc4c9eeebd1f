import { pointerResolver } from "../../json-pointer/index.js";
import type { JsonObject } from "../../ports/json-object.js";
import type { EventShape } from "../wire/protocol.js";

/** The Application that a receiver serves. Omitted parts aren't compared. */
export interface ApplicationBinding {
  /** Application ID; also separates the nonces and inbox records of two Applications. */
  readonly id: string;
  /** The purchasing customer's Organization. Leave it out when one receiver serves several customers. */
  readonly organization?: string | undefined;
  /** The environment that the Application works in, such as `sandbox`. Needed if the protocol binds events to one. */
  readonly environment?: string;
  /** The product's code. Leave it out when one receiver serves several products. */
  readonly product?: string | undefined;
}

/** Name of a part of the binding. */
export type BindingPart = keyof NonNullable<EventShape["binding"]>;

/** Returns the first part of an event's binding that differs from the receiver's, or `undefined` if all agree. */
export type BindingCheck = (event: JsonObject) => BindingPart | undefined;

/**
 * Prepares the comparison of step 5. A configured part must be carried by the event (a missing
 * binding is rejected), and every place that carries it must agree. A part that the protocol gives no
 * place isn't compared.
 */
export function bindingCheck(
  shape: Pick<EventShape, "binding">,
  application: ApplicationBinding,
): BindingCheck {
  const wanted: readonly [BindingPart, string | undefined][] = [
    ["organization", application.organization],
    ["application", application.id],
    ["environment", application.environment],
    ["product", application.product],
  ];
  const parts = wanted.flatMap(([part, value]) => {
    const places = (shape.binding?.[part] ?? []).map(pointerResolver);
    return value === undefined || places.length === 0 ? [] : [{ part, value, places }];
  });
  return (event) => {
    for (const { part, value, places } of parts) if (!agrees(event, places, value)) return part;
    return undefined;
  };
}

function agrees(event: JsonObject, places: readonly ((event: unknown) => unknown)[], value: string): boolean {
  let isCarried = false;
  for (const place of places) {
    const found = place(event);
    if (found === undefined) continue;
    if (found !== value) return false;
    isCarried = true;
  }
  return isCarried;
}
