/** The part of the contracts that a file of their folder belongs to. */
export type FolderRole =
  | "contract"
  | "example"
  | "counterexample"
  | "case"
  /** A conformance case for senders. */
  | "sender-case"
  | "ledger"
  /** The changes that the contracts' owners have accepted, for `oipkit diff`. */
  | "accepted";

const senderCases = "conformance/sender/";

const folders = { examples: "example", counterexamples: "counterexample", conformance: "case" } as const;

/** The names of a list of accepted changes. */
export const acceptedNames: readonly string[] = [
  "accepted-changes.yaml",
  "accepted-changes.yml",
  "accepted-changes.json",
];
const ledgerNames: readonly string[] = ["clauses.yaml", "clauses.yml", "clauses.json"];

/** The role of a file by its path below the contracts' folder, forward slashes, and the folder of that role: "" or a name. */
export function roleBelow(name: string): { readonly role: FolderRole; readonly folder: string } {
  if (name.startsWith(senderCases)) return { role: "sender-case", folder: "conformance" };
  const [first = ""] = name.split("/", 1);
  if (Object.hasOwn(folders, first)) return { role: folders[first as keyof typeof folders], folder: first };
  if (acceptedNames.includes(name)) return { role: "accepted", folder: "" };
  return { role: ledgerNames.includes(first) ? "ledger" : "contract", folder: "" };
}

/** Whether a file or folder of this name is left out of a contracts' folder. */
export function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/** Whether a file of this name is read from a contracts' folder. */
export function isContractsFile(name: string): boolean {
  return /\.(ya?ml|json)$/.test(name);
}
