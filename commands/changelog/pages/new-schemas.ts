import { toRecord } from "../../diff/part.js";
import type { Version } from "../../diff/version.js";
import type { Draft } from "./collapse.js";
import { componentChange } from "./entry-texts.js";

/** The schemas of `components` that only one version has: SDKs have types for them, and new members lead to new ones. */
export function schemaDrafts(old: Version, current: Version): Draft[] {
  const [before, after] = [schemaNames(old), schemaNames(current)];
  const draft = (name: string, code: "component-added" | "component-removed"): Draft => {
    const named = componentChange(code, name);
    return {
      section: code === "component-added" ? "added" : "removed",
      breaks: "wire",
      breaking: false,
      doubtful: false,
      subject: "",
      text: named.text([name]),
      reached: [],
      code,
      named,
    };
  };
  return [
    ...[...after].filter((name) => !before.has(name)).map((name) => draft(name, "component-added")),
    ...[...before].filter((name) => !after.has(name)).map((name) => draft(name, "component-removed")),
  ];
}

function schemaNames({ contracts }: Version): ReadonlySet<string> {
  return new Set(
    [...contracts.openapi, ...contracts.asyncapi].flatMap(({ value }) =>
      Object.keys(toRecord(toRecord(toRecord(value).components).schemas)),
    ),
  );
}
