import type { ControlClient } from "@oipkit/sandbox/client";
import { printable } from "../../reader/text/printable.js";
import { UsageError } from "../options/option.js";

/** The id of the sandbox's only active application. Throws `UsageError` if there are others, or none. */
export async function onlyApplication(client: ControlClient): Promise<string> {
  const { applications } = await client.call("readState");
  const active = applications.filter(({ status }) => status === "active");
  const [only, ...others] = active;
  if (only === undefined) throw new UsageError("the sandbox has no active application; create one first");
  if (others.length === 0) return only.application_id;
  const ids = active.map(({ application_id }) => printable(application_id)).join(", ");
  throw new UsageError(`there are ${active.length} applications; choose one with --application: ${ids}`);
}
