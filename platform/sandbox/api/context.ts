import type { View } from "../platform/draft.js";
import type { Application, OauthClient, Permission } from "../platform/records/applications.js";
import type { Environment, Identity, Time } from "../platform/records/common.js";
import type { Idempotency } from "../platform/records/idempotency.js";
import type { Organization, Person } from "../platform/records/people.js";
import type { ApiProduct } from "../platform/records/products.js";
import type { Target } from "./actions/target.js";
import type { ApiRoute } from "./api-route.js";
import type { QuotaUse } from "./quota.js";
import type { RequestContent } from "./request/request-content.js";
import type { TokenClaims } from "./verified-token.js";

/** What a request came with instead of a valid token. */
export type TokenProblem =
  | { readonly kind: "missing" | "malformed" }
  | { readonly kind: "refused"; readonly problem: string };

/** Everything that the checks of one request look at. What depends on the token is absent if it isn't valid. */
export interface CheckContext {
  readonly view: View;
  readonly now: Time;
  /** The environment of the base URL that was called. */
  readonly environment: Environment;
  readonly route: ApiRoute;
  /** The identities that may call the operation. */
  readonly identities: readonly Identity[];
  /** What must be possible in the state of the subscription, if the operation changes it. */
  readonly trigger?: string | undefined;
  /** What the subscription's state permits; only for an operation that changes it. */
  readonly possible: readonly string[];
  /** Whether the subscription's state lets its customer use the product. */
  readonly givesAccess: boolean;
  readonly content: RequestContent;
  readonly tokenProblem?: TokenProblem | undefined;
  readonly claims?: TokenClaims | undefined;
  readonly client?: OauthClient | undefined;
  readonly application?: Application | undefined;
  readonly person?: Person | undefined;
  /** The API product that the operation belongs to. */
  readonly product?: ApiProduct | undefined;
  readonly permission?: Permission | undefined;
  readonly target: Target;
  /** The customer that the request is about. */
  readonly organization?: Organization | undefined;
  readonly idempotency: IdempotencyFacts;
  readonly quota: QuotaUse;
}

/** What is known about the request's `Idempotency-Key`. */
export interface IdempotencyFacts {
  /** `undefined` without a key, or if the operation takes none. */
  readonly id?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly known?: Idempotency | undefined;
  /** Whether this is the same command again. */
  readonly replay: boolean;
}
