import type { Interaction } from "oidc-provider";
import type { View } from "../../platform/draft.js";
import type { AskedScope } from "../pages/sign-in-pages.js";

/** What an application asks a person for: the request's scopes, with the descriptions of the API products that publish them. */
export function askedScopes(view: View, { params }: Interaction): readonly AskedScope[] {
  const names = typeof params.scope === "string" ? params.scope.split(" ") : [];
  const published = new Map(
    view
      .list("apiProduct")
      .flatMap(({ scopes }) => scopes.map(({ name, description }) => [name, description] as const)),
  );
  return names.map((name) => ({ name, description: published.get(name) }));
}
