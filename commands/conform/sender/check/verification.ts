import type { ConnectionVerification } from "@oipkit/runtime/webhook";
import { valuesOf } from "../endpoint/received.js";
import type { EachCheck } from "../suite/sender-checks.js";
import type { Check } from "./check.js";
import { objectIn, onlyValue } from "./facts.js";

type Names = Extract<EachCheck, "verification-header" | "verification-body" | "other-token" | "unsigned">;

/** The checks of connection verifications. */
export const verificationChecks: Readonly<Record<Names, Check>> = {
  "verification-header": (received, { protocol }) => {
    const { header, headerValue } = protocol.verification ?? {};
    if (header === undefined) return undefined;
    const value = onlyValue(received, header);
    return value !== undefined && value === headerValue
      ? undefined
      : `sends ${header}: ${value ?? "not once"}`;
  },
  "verification-body": (received, { protocol }) => {
    const { verification } = protocol;
    const body = objectIn(received.body);
    if (verification === undefined) return undefined;
    if (body === undefined) return "sends a verification whose body isn't a JSON object";
    const wrong = wantedMembers(verification).find(
      ([name, value]) =>
        name !== undefined &&
        (value === undefined ? typeof body[name] !== "string" || body[name] === "" : body[name] !== value),
    );
    return wrong === undefined ? undefined : `sends a verification without a proper ${wrong[0]}`;
  },
  "other-token": (received, { protocol, credentials }) => {
    const { tokenProperty } = protocol.verification ?? {};
    if (tokenProperty === undefined) return undefined;
    return objectIn(received.body)?.[tokenProperty] === credentials.token
      ? "sends the token of deliveries in a verification"
      : undefined;
  },
  unsigned: (received, { protocol }) =>
    protocol.verification?.signed !== true && valuesOf(received, protocol.headers.signature).length > 0
      ? "signs a verification"
      : undefined,
};

/** Members of the body, with the value of those that are fixed. */
function wantedMembers(scheme: ConnectionVerification): readonly (readonly [string | undefined, unknown])[] {
  return [
    [scheme.typeProperty, scheme.typeValue ?? scheme.headerValue],
    [scheme.challengeProperty, undefined],
    [scheme.tokenProperty, undefined],
  ];
}
