import { OipkitError } from "@oipkit/runtime/errors";
import type { EventSet, Model } from "../../reader/model/model.js";
import { keptNames } from "../write/kept-files.js";
import type { IndexExport, Output } from "./output.js";

/**
 * The built-in outputs, in the order of help and docs. An emitter is loaded only when its output is
 * made: most of them load a large library.
 */
export const builtInOutputs: readonly Output[] = [
  {
    name: "types",
    needs: [],
    paths: ["schemas.ts", "<api>/types.ts", "<events>/types.ts", "<events>/guards.ts"],
    from: "any contract",
    exports: typeExports,
    emit: async (context) => (await import("../emit/types/emit.js")).emitTypes(context),
  },
  {
    name: "client",
    needs: ["types"],
    paths: ["<api>/client.ts", "<api>/integers.ts", "<api>/access.ts"],
    from: "OpenAPI documents",
    exports: ({ apis }) =>
      apis.map(({ name }) => ({ kind: "namespace", path: `${name}/client.ts`, name: `${name} api` })),
    emit: async (context) => (await import("../emit/client/emit.js")).emitClients(context),
  },
  {
    name: "validators",
    needs: ["types"],
    paths: ["validators/", "<api>/validation.ts"],
    from: "schemas, messages and operations",
    emit: async (context) => (await import("../emit/validators/emit.js")).emitAllValidators(context),
  },
  {
    name: "routes",
    needs: [],
    paths: ["<api>/routes.ts"],
    from: "OpenAPI documents with operations",
    emit: async (context) => (await import("../emit/routes.js")).emitRoutes(context),
  },
  {
    name: "webhooks",
    needs: ["types", "validators"],
    paths: ["<api>/webhooks.ts"],
    from: "OpenAPI documents with webhooks or callbacks",
    exports: ({ apis }) =>
      apis.map(({ name }) => ({ kind: "namespace", path: `${name}/webhooks.ts`, name: `${name} webhooks` })),
    emit: async (context) => (await import("../emit/webhooks.js")).emitWebhooks(context),
  },
  {
    name: "protocol",
    needs: ["types", "validators"],
    paths: ["<events>/protocol.ts", "<events>/receiver.ts"],
    from: "AsyncAPI documents with `x-webhook-protocol`",
    exports: protocolExports,
    emit: async (context) => (await import("../emit/events.js")).emitProtocols(context),
  },
  {
    name: "fixtures",
    needs: [],
    paths: ["fixtures/"],
    from: "AsyncAPI documents with `x-webhook-protocol`, and examples",
    emit: async (context) => {
      const { emitFixtures } = await import("../emit/fixtures.js");
      return context.model.eventSets.flatMap((set) => emitFixtures(context, set));
    },
  },
  {
    name: "conformance",
    needs: [],
    paths: ["conformance/"],
    from: "AsyncAPI documents with `x-webhook-protocol`, and conformance cases",
    emit: async (context) => {
      const { emitConformance } = await import("../emit/conformance/emit.js");
      return context.model.eventSets.flatMap((set) => emitConformance(context, set, context.render));
    },
  },
  {
    name: "reference",
    needs: [],
    paths: ["reference/"],
    from: "any contract",
    emit: async (context) =>
      (await import("../emit/reference/emit.js")).emitReference(context, context.render),
  },
  {
    name: "site",
    needs: [],
    paths: ["reference/site/"],
    from: "any contract",
    isOptional: true,
    emit: async (context) => (await import("../emit/site/emit.js")).emitSite(context, context.render),
  },
];

/** Names of the built-in outputs, in the same order. */
export const outputNames: readonly string[] = builtInOutputs.map(({ name }) => name);

/** Whether validators are among the outputs, built-in ones alone, or needed by them. Throws `UnknownOutputError`. */
export function makesValidators(only: readonly string[] | undefined): boolean {
  return selectOutputs(builtInOutputs, only).some(({ name }) => name === "validators");
}

/** Whether a value is the name of a built-in output. */
export function isBuiltIn(value: unknown): value is string {
  return (outputNames as readonly unknown[]).includes(value);
}

/** Names at the top of the output folder that neither a contract nor a plugin can have. */
export const ownNames: readonly string[] = [
  ...builtInOutputs.flatMap(({ paths }) => paths).filter((path) => !path.startsWith("<")),
  "index",
  "manifest",
  ...keptNames,
].map((path) => path.replace(/(?:\/|\.ts)$/, ""));

function typeExports({ eventSets }: Model): IndexExport[] {
  // Each set declares an `Event`, so several sets need a prefix.
  const ofSets = eventSets.flatMap(({ name }): IndexExport[] => {
    if (eventSets.length === 1)
      return [
        { kind: "all", path: `${name}/types.ts` },
        { kind: "all", path: `${name}/guards.ts` },
      ];
    return [{ kind: "namespace", path: `${name}/types.ts`, name: `${name} events` }];
  });
  return [{ kind: "all", path: "schemas.ts" }, ...ofSets];
}

function protocolExports({ eventSets }: Model): IndexExport[] {
  if (eventSets.length > 1) return [];
  return eventSets.flatMap(({ name }: EventSet): IndexExport[] => [
    { kind: "names", path: `${name}/protocol.ts`, names: ["protocol"] },
    { kind: "names", path: `${name}/receiver.ts`, names: ["createReceiver"] },
  ]);
}

/** A requested output doesn't exist. */
export class UnknownOutputError extends OipkitError {
  readonly code = "output-unknown";
  constructor(
    readonly output: string,
    readonly known: readonly string[],
    by: string,
  ) {
    super(`${by}: unknown output \`${output}\`; known outputs: ${known.join(", ")}`);
  }
}

/** The requested outputs and those that they need, in the order of the registry; all but optional ones if none is named. */
export function selectOutputs(
  outputs: readonly Output[],
  only: readonly string[] | undefined,
): readonly Output[] {
  const known = new Map(outputs.map((output) => [output.name, output]));
  const selected = new Set<Output>();
  const add = (name: string, by: string): void => {
    const output = known.get(name);
    if (output === undefined) throw new UnknownOutputError(name, [...known.keys()], by);
    if (selected.has(output)) return;
    selected.add(output);
    for (const need of output.needs) add(need, `\`needs\` of ${name}`);
  };
  const usual = outputs.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name);
  for (const name of only ?? usual) add(name, "--only");
  return outputs.filter((output) => selected.has(output));
}
