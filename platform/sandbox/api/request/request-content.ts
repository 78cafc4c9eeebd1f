/** What is wrong with a parameter or a body, for the caller. */
export interface Problem {
  /** A JSON Pointer into the body, or `/` and a parameter's name. */
  readonly pointer: string;
  readonly message: string;
}

/** The body of a request. */
export type BodyReading =
  | { readonly kind: "none" | "too-large" | "media-type" | "malformed" }
  | { readonly kind: "json"; readonly value: unknown; readonly problems: readonly Problem[] };

/** What a request says, as the contract names it. */
export interface RequestContent {
  /** Parameters by their name, decoded; those with a problem aren't among them. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly parameterProblems: readonly Problem[];
  /** The `Idempotency-Key`, if the operation takes one and the request has it. */
  readonly key: string | undefined;
  readonly keyProblems: readonly Problem[];
  readonly body: BodyReading;
}

/** A member of a JSON body if it is a text. */
export function textOf({ body }: Pick<RequestContent, "body">, name: string): string | undefined {
  const value = memberOf(body, name);
  return typeof value === "string" ? value : undefined;
}

/** A member of a JSON body, if the body is an object that has it. */
export function memberOf(body: BodyReading, name: string): unknown {
  if (body.kind !== "json" || body.value === null || typeof body.value !== "object") return undefined;
  return Object.hasOwn(body.value, name) ? (body.value as Record<string, unknown>)[name] : undefined;
}
