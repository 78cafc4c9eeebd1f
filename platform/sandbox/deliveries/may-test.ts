import type { View } from "../platform/draft.js";

/** Who wants to test the endpoint of which application. */
export interface TestRight {
  readonly actor: string;
  readonly application: string;
  /** The actor that may do everything. */
  readonly operator: string;
}

/** Whether somebody may manage an application's webhook: the sandbox's operator, and the members of its organization (§6.7). */
export function mayTest(view: View, { actor, application: id, operator }: TestRight): boolean {
  if (actor === operator) return true;
  const application = view.get("application", id);
  if (application === undefined || view.get("person", actor)?.status !== "active") return false;
  const { organization } = application;
  return view.list("membership", { organization, person: actor, status: "active" }).length > 0;
}
