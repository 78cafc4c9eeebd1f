import { keyOf } from "../../../reader/documents/place.js";
import type { Change } from "../finding.js";
import { placeIn } from "../place-in.js";
import { type ExportName, exportText } from "./export-name.js";
import type { Origin, Origins } from "./origins.js";
import type { Vanished } from "./probe.js";

/** One change for each thing of the contracts whose names are gone: an operation has many names. */
export function vanishedChanges(
  vanished: readonly Vanished[],
  origins: { readonly old: Origins; readonly new: Origins },
): Change[] {
  const groups = new Map<string, Group>();
  for (const each of vanished) {
    const declared = each.origin ?? each.name;
    const origin = origins.old.of(declared);
    const key = keyOfGroup(declared, origin);
    groups.set(key, { origin, names: [...(groups.get(key)?.names ?? []), each] });
  }
  return [...groups.values()].flatMap((group) => changeOf(group, origins) ?? []);
}

const typeModule = /(?:^|\/)(?:types|schemas)\.js$/;

interface Group {
  readonly origin: Origin | undefined;
  readonly names: readonly Vanished[];
}

/** Names of the same thing; the modules of one document belong together. */
function keyOfGroup({ module, name }: ExportName, origin: Origin | undefined): string {
  if (origin?.isExact) return keyOf(origin.owner);
  return module === name ? `modules ${module.split("/")[0]}` : exportText({ module, name });
}

function changeOf({ origin, names }: Group, origins: { readonly new: Origins }): Change | undefined {
  const operation = origin?.operation;
  const first =
    names.find(({ name }) => name.name === operation?.functionName) ??
    names.find(({ name }) => typeModule.test(name.module)) ??
    names[0];
  if (first === undefined) return undefined;
  const counterpart = operation && origins.new.counterpartOf(operation);
  const after = counterpart?.place;
  const isRenamed = counterpart !== undefined && counterpart.functionName !== operation?.functionName;
  const renamed = isRenamed ? `, since its operation is called \`${counterpart.functionName}\` now` : "";
  return {
    code: "source-export-removed",
    change: after === undefined ? "removed" : "changed",
    breaks: "source",
    effects: { consumer: names.every(({ isRare }) => isRare) ? "risky" : "breaking" },
    ...(origin && { old: placeIn(origin.owner.document, origin.owner.tokens) }),
    ...(after && { new: placeIn(after.document, after.tokens) }),
    subjects: [...new Set([first, ...names].map(({ name }) => exportText(name)))],
    message: `\`${first.name.name}\` ${first.message}${renamed} (${first.error})`,
    remedy: isRenamed
      ? "Keep the operationId: names of the SDK are made from it"
      : "Keep what the name is made from, and deprecate it",
  };
}
