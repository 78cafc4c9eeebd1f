import { keyOf } from "../../generator/read/place.js";
import type { Change } from "../finding.js";
import { placeIn } from "../place-in.js";
import { exportText } from "./export-name.js";
import type { Origins } from "./origins.js";
import type { Vanished } from "./probe.js";

/** The changes of names that are gone. */
export interface VanishedChanges {
  readonly changes: readonly Change[];
  /** The methods of clients whose operations are gone, as `<module> <group>.<method>`. */
  readonly operationNames: ReadonlySet<string>;
}

/** One change for each thing of the contracts whose names are gone: an operation has many. */
export function vanishedChanges(
  vanished: readonly Vanished[],
  { old, new: current }: { readonly old: Origins; readonly new: Origins },
): VanishedChanges {
  const groups = new Map<string, Change>();
  const operationNames = new Set<string>();
  const own = new Set(vanished.map(({ name }) => exportText(name)));
  const modules = new Set(vanished.flatMap(({ name }) => (name.name === name.module ? [name.module] : [])));
  for (const { name, message, error, origin } of vanished) {
    const declared = origin ?? name;
    const from = old.of(declared);
    const operation = from?.operation;
    const isSecond = origin !== undefined && (own.has(exportText(origin)) || modules.has(origin.module));
    const key =
      from === undefined
        ? exportText(declared)
        : `${keyOf(from.place)}${from.place.tokens.length === 0 ? exportText(declared) : ""}`;
    if (operation !== undefined) {
      const module = declared.module.replace(/\w+\.js$/, "client.js");
      for (const method of [
        operation.group && `${operation.group}.${operation.method}`,
        operation.method,
        operation.group,
      ])
        operationNames.add(`${module} ${method}`);
    }
    const known = groups.get(key);
    const subject = exportText(name);
    if (known !== undefined) {
      groups.set(key, { ...known, subjects: [...new Set([...known.subjects, subject])] });
      continue;
    }
    if (isSecond && from === undefined) continue;
    const counterpart = operation && current.counterpartOf(operation);
    const renamed =
      operation !== undefined &&
      counterpart !== undefined &&
      counterpart.functionName !== operation.functionName;
    const after = counterpart?.place;
    groups.set(key, {
      code: "source-export-removed",
      change: after === undefined ? "removed" : "changed",
      breaks: "source",
      effects: { consumer: "breaking" },
      ...(from && { old: placeIn(from.place.document, from.place.tokens) }),
      ...(after && { new: placeIn(after.document, after.tokens) }),
      subjects: [subject],
      message: `${name.name}: ${renamed ? `the operation is called \`${counterpart.functionName}\` now` : message}: ${error}`,
      remedy: renamed
        ? "keep the operationId: the names of the SDK are made of it"
        : "keep what the name is made from, and deprecate it",
    });
  }
  return { changes: [...groups.values()], operationNames };
}
