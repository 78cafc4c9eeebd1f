import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Diagnostic } from "../../../reader/documents/diagnostic.js";
import type { Document } from "../../../reader/documents/document.js";
import type { ChangePlace, ContractChange } from "../comparison.js";
import { counterpartName, type Version, type Versions } from "../version.js";

/**
 * What is left out of the comparison since one version doesn't have it in a form that can be read: a text where an object
 * must be, a type that doesn't exist. Only in objects that both versions have.
 */
export function repairChanges(versions: Versions): ContractChange[] {
  return [
    ...sideChanges(versions.new, versions.old, "new"),
    ...sideChanges(versions.old, versions.new, "old"),
  ];
}

function sideChanges(version: Version, other: Version, side: "old" | "new"): ContractChange[] {
  const documents = new Map([...version.contracts.documents.values()].map((each) => [each.file, each]));
  const counterparts = new Map(
    [...other.contracts.documents.values()].map((each) => [counterpartName(other, each), each]),
  );
  const others = new Map([...other.contracts.documents.values()].map((each) => [each.file, each]));
  const known = new Set(
    other.contracts.repairs.map((repair) => {
      const document = others.get(repair.file);
      return document === undefined ? "" : repairKey(counterpartName(other, document), repair);
    }),
  );
  return version.contracts.repairs.flatMap((repair) => {
    const document = documents.get(repair.file);
    if (document === undefined || repair.pointer === undefined) return [];
    const name = counterpartName(version, document);
    const counterpart = counterparts.get(name);
    const around = fromPointer(repair.pointer).slice(0, -1);
    if (known.has(repairKey(name, repair)) || counterpart === undefined) return [];
    if (valueAt(counterpart.value, around) === undefined) return [];
    return [repairChange(repair, { side, counterpart, around })];
  });
}

function repairChange(
  { file, pointer = "", range, message }: Diagnostic,
  {
    side,
    counterpart,
    around,
  }: { readonly side: "old" | "new"; readonly counterpart: Document; readonly around: readonly string[] },
): ContractChange {
  const { line, column } = counterpart.locate(around);
  const place: ChangePlace = { file, line: range.line, column: range.column, pointer };
  const near: ChangePlace = { file: counterpart.file, line, column, pointer: toPointer(around) };
  return {
    code: "not-compared",
    change: "changed",
    breaks: "wire",
    effects: { consumer: "undecided", provider: "undecided" },
    ...(side === "new" ? { old: near, new: place } : { old: place, new: near }),
    subjects: [file],
    message: `${side === "new" ? "this" : "formerly, this"} can't be read, so it isn't compared: ${message}`,
  };
}

function repairKey(name: string, { code, pointer, message }: Diagnostic): string {
  return [name, code, pointer, message].join("\n");
}
