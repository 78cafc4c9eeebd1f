import type { Model } from "../../../reader/model/model.js";
import { json } from "../../../reader/text/json.js";
import type { Breakage } from "./breakages.js";
import { exportText } from "./export-name.js";
import type { Vanished } from "./probe.js";

/** Whether a breakage only says again that something is gone whose names are gone. */
export type IsConsequence = (breakage: Breakage) => boolean;

/** Methods of clients without their operations, and handlers and members of unions without their events. */
export function consequencesOf({ apis, eventSets }: Model, vanished: readonly Vanished[]): IsConsequence {
  const names = new Set(vanished.map(({ name }) => exportText(name)));
  const paths = new Set<string>();
  for (const { name, operations } of apis) {
    const module = `${name}/client.js`;
    const isGone = ({ functionName }: (typeof operations)[number]): boolean =>
      names.has(exportText({ module, name: functionName }));
    for (const operation of operations.filter(isGone)) {
      const { group, method } = operation;
      paths.add(`${module} ${group}.${method}`);
      if (operations.every((each) => each.group !== group || isGone(each))) paths.add(`${module} ${group}`);
    }
  }
  const events = new Set<string>();
  for (const { name, messages } of eventSets)
    for (const { typeName, key, eventType } of messages)
      if (names.has(exportText({ module: `${name}/types.js`, name: typeName })))
        for (const each of [typeName, key, ...(eventType === undefined ? [] : [eventType, json(eventType)])])
          events.add(each);
  return ({ cause: { code, spot, values } }) => {
    const steps = spot.path.filter((step) => step !== "()");
    if (code === "source-value-removed")
      return values !== undefined && values.length > 0 && values.every((each) => events.has(each));
    if (code !== "source-property-removed") return false;
    if (spot.name.name === "createClient") return paths.has(`${spot.name.module} ${steps.join(".")}`);
    return spot.name.module.endsWith("/receiver.js") && events.has(steps.at(-1) ?? "");
  };
}
