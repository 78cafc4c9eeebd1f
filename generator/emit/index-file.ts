import type { Model } from "../model/model.js";
import { camelCase } from "../model/names.js";
import { identifier } from "../render/identifier.js";
import { literal } from "../render/literal.js";
import type { Render } from "../render/template.js";
import { fileHeader, type GeneratedFile } from "./file.js";

/** `index.ts`: everything generated, from one place. */
export function emitIndex(model: Model, files: readonly GeneratedFile[], render: Render): GeneratedFile[] {
  const paths = new Set(files.map(({ path }) => path));
  const exportAll = [
    "schemas.ts",
    ...(model.eventSets.length === 1 ? model.eventSets : []).flatMap(({ name }) => [
      `${name}/types.ts`,
      `${name}/guards.ts`,
    ]),
  ].filter((path) => paths.has(path));
  const named = [
    ...model.eventSets.flatMap(({ name }) => [
      { path: `${name}/protocol.ts`, names: ["protocol"] },
      { path: `${name}/receiver.ts`, names: ["createReceiver"] },
    ]),
  ].filter(({ path }) => paths.has(path));
  const single = model.eventSets.length === 1;
  // Each set declares an `Event` of its own: several of them need a name in front.
  const sets = single ? [] : model.eventSets;
  const namespaces = [
    ...model.apis.map(({ name }) => ({ name: `${camelCase(name)}Api`, path: `${name}/client.ts` })),
    ...sets.map(({ name }) => ({ name: `${camelCase(name)}Events`, path: `${name}/types.ts` })),
  ].filter(({ path }) => paths.has(path));
  if (exportAll.length + namespaces.length === 0) return [];
  const module = (path: string) => literal(`./${path.replace(/\.ts$/, ".js")}`);
  const view = {
    header: fileHeader([...model.apis, ...model.eventSets].map(({ source }) => source)),
    exportAll: exportAll.map((path) => ({ module: module(path) })),
    named: (single ? named : []).flatMap(({ path, names }) =>
      names.map((name) => ({ name: identifier(name), module: module(path) })),
    ),
    namespaces: namespaces.map(({ name, path }) => ({
      name: identifier(name),
      module: module(path),
    })),
  };
  return [{ path: "index.ts", text: render("index.ts", view) }];
}
