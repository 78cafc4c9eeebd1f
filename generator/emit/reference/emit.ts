import { markdownText } from "../../../reader/text/code/markdown.js";
import { asDraft202012 } from "../../../reader/validation/dialects/openapi30.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import type { GeneratedFile } from "../file.js";
import { emitApiReference } from "./api.js";
import { emitEventReference } from "./events.js";
import { emitSchemaReference } from "./schemas.js";

/** `reference/*.md`: reference pages for people. */
export function emitReference(given: EmitInput, render: Render): GeneratedFile[] {
  const input = { ...given, contracts: asDraft202012(given.contracts) };
  const pages = [
    ...input.model.apis.flatMap((api) =>
      emitApiReference(input, api, render).map((file) => ({ file, title: api.title })),
    ),
    ...input.model.eventSets.flatMap((set) =>
      emitEventReference(input, set, render).map((file) => ({ file, title: set.title })),
    ),
    ...emitSchemaReference(input, render).map((file) => ({ file, title: "Schemas" })),
  ];
  if (pages.length === 0) return [];
  const view = {
    hasSchemas: input.model.schemas.length > 0,
    pages: pages.map(({ file, title }) => ({ title: markdownText(title), link: pageLink(file.path) })),
  };
  return [
    ...pages.map(({ file }) => file),
    { path: "reference/README.md", text: render("reference-index.md", view) },
  ];
}

function pageLink(path: string) {
  return markdownText(path.replace(/^reference\//, ""));
}
