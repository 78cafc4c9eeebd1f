import type { EmitInput } from "./emit/emit-input.js";
import type { GeneratedFile } from "./emit/file.js";
import { buildModel } from "./model/build.js";
import { inOrder } from "./model/order.js";
import { compare } from "./model/schemas.js";
import { type EnumTypes, type Output, outputs } from "./outputs.js";
import type { Contracts } from "./read/contracts.js";
import { keyOf } from "./read/place.js";
import { packageSpecifier } from "./render/package-specifier.js";
import { createRenderer } from "./render/template.js";

/** What the files of an output import. */
const needed: Partial<Record<Output, Output>> = { client: "types", validators: "types" };

const defaultRuntime = "@oipkit/runtime";

export interface GenerateOptions {
  /** Templates by name without `.hbs`. */
  readonly templates: ReadonlyMap<string, string>;
  /** What to make, with what it imports; everything where absent. */
  readonly only?: readonly Output[] | undefined;
  /** Whether the enums of what an API answers may have values that aren't listed; `closed` where absent. */
  readonly enums?: EnumTypes | undefined;
  /** The package whose `http`, `webhook` and so on generated code imports; `@oipkit/runtime` where absent. */
  readonly runtime?: string | undefined;
}

/**
 * Files from checked contracts, sorted by path. Pure: no file system, clock, locale or randomness takes part,
 * so the same contracts give the same bytes anywhere. Throws a `TypeError` if `runtime` is no package's name.
 */
export async function generate(read: Contracts, options: GenerateOptions): Promise<GeneratedFile[]> {
  const contracts = inOrder(read);
  const model = buildModel(contracts);
  const names = new Map(model.schemas.map(({ place, typeName }) => [keyOf(place), typeName]));
  const input: EmitInput = { model, contracts, names };
  const render = createRenderer(options.templates, {
    runtime: packageSpecifier(options.runtime ?? defaultRuntime),
  });
  const wanted = new Set<Output>(
    (options.only ?? outputs).flatMap((output) => [output, needed[output] ?? []].flat()),
  );
  const files: GeneratedFile[] = [];
  if (wanted.has("types")) {
    const { emitSchemas } = await import("./emit/schemas.js");
    const { emitEventGuards, emitEventTypes } = await import("./emit/event-types.js");
    files.push(...emitSchemas(input, render));
    for (const set of model.eventSets)
      files.push(...emitEventTypes(input, set, render), ...emitEventGuards(set, render));
    if (model.apis.length > 0) {
      const { emitHttpTypes } = await import("./emit/http-types.js");
      for (const api of model.apis)
        files.push(...emitHttpTypes(api, { enums: options.enums ?? "closed" }, render));
    }
  }
  if (wanted.has("client")) {
    const { emitHttpClient } = await import("./emit/http-client.js");
    const { emitAccess } = await import("./emit/access.js");
    for (const api of model.apis)
      files.push(...emitHttpClient(api, render), ...emitAccess(api, model.eventSets, render));
  }
  if (wanted.has("validators") && model.schemas.length + model.eventSets.length > 0) {
    const { emitValidators } = await import("./emit/validators.js");
    const { emitEventValidators } = await import("./emit/event-validators.js");
    const { emitCatalog } = await import("./emit/catalog.js");
    files.push(
      ...emitValidators(input, render),
      ...emitEventValidators(input, render),
      ...emitCatalog(input, render),
    );
  }
  if (wanted.has("validators") && wanted.has("client") && model.apis.length > 0) {
    const { emitHttpValidation } = await import("./emit/http-validation.js");
    for (const api of model.apis) files.push(...emitHttpValidation(input, api, render));
  }
  for (const set of model.eventSets) {
    if (wanted.has("protocol")) {
      files.push(...(await import("./emit/protocol.js")).emitProtocol(set, render));
      if (wanted.has("validators"))
        files.push(...(await import("./emit/receiver.js")).emitReceiver(set, render));
    }
    if (wanted.has("fixtures")) files.push(...(await import("./emit/fixtures.js")).emitFixtures(input, set));
    if (wanted.has("conformance"))
      files.push(...(await import("./emit/conformance/emit.js")).emitConformance(input, set, render));
  }
  if (wanted.has("reference"))
    files.push(...(await import("./emit/reference.js")).emitReference(input, render));
  files.push(...(await import("./emit/index-file.js")).emitIndex(model, files, render));
  return files.sort((a, b) => compare(a.path, b.path));
}
