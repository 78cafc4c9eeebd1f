import { DeliveryError } from "../errors.js";
import type { EventTestParts, TestRequest } from "./parts.js";

const names: Readonly<Record<keyof TestRequest, "string" | "number">> = {
  application: "string",
  actor: "string",
  type: "string",
  configurationVersion: "number",
};

/**
 * Throws `delivery-options` for a request with anything else in it: an address, a secret, a token or a body can't be chosen, and a caller
 * who tries to should know. A request may come from an HTTP body, so its types are checked, too.
 */
export function checkTestRequest(request: TestRequest): void {
  for (const name of Object.keys(request))
    if (!Object.hasOwn(names, name))
      throw new DeliveryError(
        "delivery-options",
        `a test has no \`${name}\`: only the event type and the configuration version can be chosen`,
      );
  for (const [name, type] of Object.entries(names))
    if (typeof request[name as keyof TestRequest] !== type)
      throw new DeliveryError("delivery-options", `\`${name}\` of a test must be a ${type}`);
}

/** The types that can be tested. Throws `delivery-options` if one is left out that isn't there. */
export function testableTypes({
  types,
  leftOut,
}: Pick<EventTestParts, "types" | "leftOut">): readonly string[] {
  const unknown = leftOut.find((type) => !types.includes(type));
  if (unknown !== undefined)
    throw new DeliveryError(
      "delivery-options",
      `\`leftOut\` has \`${unknown}\`, which isn't one of \`types\``,
    );
  return types.filter((type) => !leftOut.includes(type));
}
