import type { Provider } from "oidc-provider";
import type { IssuerContext } from "../provider/issuer-context.js";
import type { ChosenSpaces } from "../provider/spaces.js";

/** What the sign-in pages need. */
export interface SignInParts {
  readonly context: IssuerContext;
  readonly provider: Provider;
  readonly spaces: ChosenSpaces;
}
