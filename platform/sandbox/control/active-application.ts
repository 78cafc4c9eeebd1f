import { found } from "../platform/access/found.js";
import type { View } from "../platform/draft.js";
import type { Application } from "../platform/records/applications.js";
import { Refusal } from "../platform/refusal.js";

/** The application that is named, or the first active one. Refuses with `application-unknown` or `application-missing`. */
export function activeApplication(view: View, id: string | undefined): Application {
  if (id !== undefined) return found(view, "application", id);
  const [first] = view.list("application", { status: "active", environment: "sandbox" });
  if (first !== undefined) return first;
  throw new Refusal("missing", "application-missing", {
    message: "the sandbox has no active application: create one first",
  });
}
