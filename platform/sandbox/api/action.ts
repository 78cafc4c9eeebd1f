import type { Draft, View } from "../platform/draft.js";
import type { Environment, IdentityType } from "../platform/records/common.js";
import type { ApiOperationId } from "./api-route.js";
import type { ApiCommerce } from "./commerce-port.js";
import type { CheckContext, RequestTarget, TokenClaims } from "./context.js";
import type { RequestContent } from "./request-content.js";

/** What a target is found by. */
export interface ActionRequest {
  readonly view: View;
  readonly environment: Environment;
  readonly claims: TokenClaims;
  readonly content: RequestContent;
}

/** A successful answer, before it is checked and written. */
export interface ActionAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** How the sandbox serves an operation, after all checks. */
export interface ApiAction {
  readonly id: ApiOperationId;
  /** The identities that may call it. */
  readonly identities: readonly IdentityType[];
  readonly target: (asked: ActionRequest) => RequestTarget;
  /** What must be possible in the state of the subscription, for an action that changes it. */
  readonly trigger?: (content: RequestContent) => string;
  readonly work: ActionWork;
}

/** A read looks at the records as they are; a command changes them in one transaction, with its answer if it has a key. */
type ActionWork =
  | { readonly kind: "read"; readonly read: (context: CheckContext, commerce: ApiCommerce) => ActionAnswer }
  | { readonly kind: "command"; readonly run: (draft: Draft, input: CommandInput) => ActionAnswer };

/** What a command of an action gets: nothing that isn't checked. */
export interface CommandInput {
  readonly commerce: ApiCommerce;
  readonly application: string;
  readonly organization: string;
  readonly subscription: string | undefined;
  readonly body: unknown;
}
