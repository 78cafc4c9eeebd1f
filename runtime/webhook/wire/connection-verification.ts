import type { JsonObject } from "../../ports/json-object.js";

/** How a sender verifies a connection before its first delivery. */
export interface ConnectionVerification {
  /** Default: `POST`. */
  readonly method?: "GET" | "POST";
  /** Header that marks the request, with `headerValue`. */
  readonly header?: string;
  readonly headerValue?: string;
  /** Property of the request body that must equal `typeValue`. */
  readonly typeProperty?: string;
  /** Default: `headerValue`. */
  readonly typeValue?: string | number;
  /** Whether the request is signed like a delivery; it is then authenticated first. Default: no. */
  readonly signed?: boolean;
  /** Where the challenge is, if there is one: a property of the body, a parameter of the query, or a header. */
  readonly challengeProperty?: string;
  readonly challengeQuery?: string;
  readonly challengeHeader?: string;
  /** Property of the request body with the token of this verification. */
  readonly tokenProperty?: string;
  /** Default: an object with the challenge in `challengeProperty`. */
  readonly answer?: VerificationAnswer;
  readonly status: number;
  readonly timeoutSeconds: number;
  readonly maxResponseBytes: number;
}

/** The body of the answer: the challenge as a member or as plain text, a fixed object, or nothing. */
export type VerificationAnswer =
  | { readonly kind: "json"; readonly property: string }
  | { readonly kind: "text" }
  | { readonly kind: "fixed"; readonly json: JsonObject }
  | { readonly kind: "empty" };
