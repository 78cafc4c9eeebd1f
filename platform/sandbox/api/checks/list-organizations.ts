import type { CheckContext } from "../context.js";

/** The organizations that a list may be about if its request names none; `undefined` for every other request. */
export function listOrganizations(context: CheckContext): readonly string[] | undefined {
  const { view, target, claims, application, person, content } = context;
  if (target.kind !== "list" || target.organization !== undefined) return undefined;
  const partner = content.parameters.acting_organization_id;
  if (claims?.identity === "user" && partner !== undefined)
    return view.list("delegation", { partner, status: "active" }).map(({ customer }) => customer);
  if (claims?.identity === "user") {
    if (person === undefined) return [];
    const own = view.list("membership", { person: person.id, status: "active" });
    // Without another wish, a user's list is about the space that was chosen at the sign-in.
    return own
      .filter(({ id }) => claims.membership === undefined || claims.membership === id)
      .map((each) => each.organization);
  }
  if (application === undefined) return [];
  return view
    .list("approval", { application: application.id, status: "active" })
    .map((each) => each.organization);
}
