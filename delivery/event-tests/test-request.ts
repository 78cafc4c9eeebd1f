import type { JsonObject } from "@oipkit/runtime/webhook";
import { DeliveryError } from "../errors.js";

/** What a synthetic event is made of. */
export interface SynthesisRequest {
  readonly type: string;
  readonly eventId: string;
  readonly correlationId: string;
  /** The product that the application is bound to, or the default. */
  readonly product: string | undefined;
  readonly environment: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A fresh id of no record: the prefix of tests, this name and random characters. */
  readonly syntheticId: (name: string) => string;
}

/** What the tests of endpoints need beside the engine. */
export interface EventTestParts {
  /** The events of which some can be tested, such as all of a family. */
  readonly types: readonly string[];
  /** Those among them that can't. */
  readonly leftOut: readonly string[];
  /**
   * Makes a complete event without real data. Its id, type, correlation id and product are then set as the protocol says where they
   * are, and it must be valid.
   */
  readonly synthesize: (request: SynthesisRequest) => JsonObject;
  /** The product of an application that is bound to none. */
  readonly defaultProduct?: string | undefined;
  /** Environments in which nothing is tested. */
  readonly productionEnvironments: readonly string[];
  /** Whether somebody may manage the endpoint of an application. */
  readonly mayTest: (actor: string, application: string) => boolean | Promise<boolean>;
  /** Called once a test is in the queue, so that an engine of this process sends it at once. */
  readonly wake?: (() => void) | undefined;
}

/** A test that somebody asks for. Everything else comes from the saved configuration. */
export interface TestRequest {
  readonly application: string;
  readonly actor: string;
  /** The event's name. */
  readonly type: string;
  /** The revision of the endpoint's configuration that the actor sees. */
  readonly configurationVersion: number;
}

/** Why a test isn't possible now: `reason` says what is the case, `remedy` what to do. */
export interface TestProblem {
  readonly code:
    | "permission-missing"
    | "application-unknown"
    | "application-inactive"
    | "environment-production"
    | "endpoint-missing"
    | "endpoint-inactive"
    | "endpoint-unverified"
    | "credentials-undelivered"
    | "configuration-changed"
    | "type-untestable";
  readonly reason: string;
  readonly remedy: string;
}

/** What became of a request. `queued` says only that it was accepted; `result` says whether it was received. */
export type TestOutcome =
  | {
      readonly kind: "queued";
      readonly deliveryId: string;
      readonly eventId: string;
      readonly correlationId: string;
    }
  | { readonly kind: "blocked"; readonly problems: readonly TestProblem[] };

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
