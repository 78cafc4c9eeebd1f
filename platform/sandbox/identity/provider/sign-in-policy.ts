import type * as Library from "oidc-provider";
import type { IssuerContext } from "./issuer-context.js";

/**
 * When a person is asked to sign in: as the library has it, and also if the person was revoked meanwhile, or if the last sign-in is longer ago
 * than `max_age` in the sandbox's time.
 */
export function createSignInPolicy(
  { clock }: IssuerContext,
  { interactionPolicy: { base, Check } }: typeof Library,
): Library.interactionPolicy.DefaultPolicy {
  const policy = base();
  const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = Check;
  policy
    .get("login")
    ?.checks.add(
      new Check("account_revoked", "the account can't be used", ({ oidc }) =>
        oidc.session?.accountId !== undefined && oidc.account === undefined
          ? REQUEST_PROMPT
          : NO_NEED_TO_PROMPT,
      ),
    );
  policy.get("login")?.checks.add(
    new Check("max_age_in_sandbox", "End-User authentication could not be obtained", ({ oidc }) => {
      const longest = oidc.params?.max_age;
      const since = oidc.session?.loginTs;
      if (longest === undefined || since === undefined || oidc.result?.login) return NO_NEED_TO_PROMPT;
      const age = clock.now() - clock.at(since * 1000);
      return age > Number(longest) * 1000 + 1000 ? REQUEST_PROMPT : NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}
