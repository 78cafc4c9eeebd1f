import type { Model } from "../../reader/model/model.js";
import { camelCase, Names } from "../../reader/model/names.js";
import { compare } from "../../reader/model/schemas.js";
import { identifier } from "../../reader/text/code/identifier.js";
import { literal } from "../../reader/text/code/literal.js";
import type { IndexExport } from "../outputs/output.js";
import type { Render } from "../render/template.js";
import { fileHeader, type GeneratedFile } from "./file.js";

/** `index.ts`: re-exports what the outputs export. */
export function emitIndex(
  model: Model,
  exports: readonly IndexExport[],
  render: Render,
): readonly GeneratedFile[] {
  const all = exports.filter((each) => each.kind === "all");
  const named = exports.filter((each) => each.kind === "names");
  const namespaces = exports
    .filter((each) => each.kind === "namespace")
    .sort((a, b) => compare(a.path, b.path));
  if (all.length + namespaces.length === 0) return [];
  const names = new Names(named.flatMap((each) => each.names));
  const view = {
    header: fileHeader([...model.apis, ...model.eventSets].map(({ source }) => source)),
    exportAll: all.map(({ path }) => ({ module: modulePath(path) })),
    named: named.flatMap(({ path, names }) =>
      names.map((name) => ({ name: identifier(name), module: modulePath(path) })),
    ),
    namespaces: namespaces.map(({ path, name }) => ({
      name: identifier(names.take(camelCase(name))),
      module: modulePath(path),
    })),
  };
  return [{ path: "index.ts", text: render("index.ts", view) }];
}

function modulePath(path: string) {
  return literal(`./${path.replace(/\.ts$/, ".js")}`);
}
