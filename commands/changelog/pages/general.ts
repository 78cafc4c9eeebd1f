import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { ChangeFinding } from "../../diff/comparison.js";
import { toRecord } from "../../diff/part.js";
import type { Version } from "../../diff/version.js";
import type { Draft } from "./collapse.js";
import type { ChangelogSection } from "./entry.js";
import { operationCode } from "./operation-code.js";
import { some } from "./words.js";

/** Findings that few readers need: they are told together, under no subject. */
const generalCodes: ReadonlySet<ChangeFinding["code"]> = new Set([
  "extension-changed",
  "component-added",
  "component-removed",
]);

/** Whether a finding is told with others of its kind. */
export function isGeneral({ code }: ChangeFinding): boolean {
  return generalCodes.has(code);
}

/**
 * At most two entries: one for all extensions that have changed, and one for all components that are new or gone. Those are the schemas that
 * only one version has, too: SDKs have types for them, and new members lead to new ones.
 */
export function generalDrafts(
  findings: readonly ChangeFinding[],
  versions: { readonly old: Version; readonly new: Version } | undefined,
): Draft[] {
  return [
    ...extensionDrafts(findings.filter(({ code }) => code === "extension-changed")),
    ...componentDrafts(findings, versions),
  ];
}

function draft(code: Draft["code"], section: ChangelogSection, text: string): Draft {
  return {
    section,
    breaks: "wire",
    breaking: false,
    doubtful: false,
    subject: "",
    text,
    reached: [],
    code,
  };
}

/** More holders of an extension are only counted. */
const mostHolders = 5;

function extensionDrafts(findings: readonly ChangeFinding[]): Draft[] {
  const holders = new Map<string, Set<string>>();
  for (const { facts, subjects } of findings) {
    const name = facts?.extension ?? "";
    holders.set(name, new Set([...(holders.get(name) ?? []), ...subjects.slice(0, 1)]));
  }
  if (holders.size === 0) return [];
  const texts = [...holders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => {
      const names = [...all].sort();
      const more = names.length > mostHolders ? ` and ${names.length - mostHolders} more` : "";
      return `\`${name}\` has changed in ${names.slice(0, mostHolders).map(operationCode).join(", ")}${more}`;
    });
  return [draft("extension-changed", "changed", texts.join("; "))];
}

/** Names of components that only one version has. */
interface OneSided {
  readonly schemas: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

function componentDrafts(
  findings: readonly ChangeFinding[],
  versions: { readonly old: Version; readonly new: Version } | undefined,
): Draft[] {
  const [before, after] = [schemaNames(versions?.old), schemaNames(versions?.new)];
  const added = oneSided(findings, "component-added", without(after, before));
  const removed = oneSided(findings, "component-removed", without(before, after));
  const texts = [...countedNames("new ", added, ""), ...countedNames("", removed, " removed")];
  if (texts.length === 0) return [];
  const code = isEmpty(added) ? "component-removed" : "component-added";
  return [draft(code, componentSection(added, removed), texts.join("; "))];
}

function oneSided(
  findings: readonly ChangeFinding[],
  code: ChangeFinding["code"],
  names: readonly string[],
): OneSided {
  const paths = findings
    .filter((finding) => finding.code === code)
    .map(({ old, new: current }) => fromPointer((current ?? old)?.pointer ?? ""));
  const named = (isSchema: boolean) =>
    paths.filter((path) => (path.at(-2) === "schemas") === isSchema).map((path) => path.at(-1) ?? "");
  return { schemas: new Set([...named(true), ...names]), others: new Set(named(false)) };
}

function isEmpty({ schemas, others }: OneSided): boolean {
  return schemas.size === 0 && others.size === 0;
}

function componentSection(added: OneSided, removed: OneSided): ChangelogSection {
  if (isEmpty(removed)) return "added";
  return isEmpty(added) ? "removed" : "changed";
}

function countedNames(before: string, { schemas, others }: OneSided, after: string): string[] {
  const text = (noun: string, names: ReadonlySet<string>): string[] =>
    names.size === 0
      ? []
      : [`${before}${noun}${names.size === 1 ? "" : "s"} ${some([...names].sort())}${after}`];
  return [...text("schema", schemas), ...text("component", others)];
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !others.has(name));
}

function schemaNames(version: Version | undefined): ReadonlySet<string> {
  if (version === undefined) return new Set();
  const { openapi, asyncapi } = version.contracts;
  return new Set(
    [...openapi, ...asyncapi].flatMap(({ value }) =>
      Object.keys(toRecord(toRecord(toRecord(value).components).schemas)),
    ),
  );
}
