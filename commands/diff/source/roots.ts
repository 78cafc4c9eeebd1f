import type { Use } from "./cause.js";
import type { Probe } from "./probe.js";
import type { SdkFacts } from "./sdk-facts.js";
import type { Context } from "./walk/context.js";
import type { Root } from "./walk/walk.js";

/** Functions, constants and events: what programs certainly use. */
export function usedRoots({ types }: Probe, { eventModules }: SdkFacts): Root[] {
  return types.flatMap(({ probed: { name, kind }, ...pair }): Root[] => {
    if (kind === "function") return [{ name, ...pair, use: "received" }];
    if (kind === "type" && eventModules.has(name.module)) return [{ name, ...pair, use: "received" }];
    return kind === "data" ? [{ name, ...pair, use: "data" }] : [];
  });
}

/** Types, for those that no function leads to. */
export function unusedRoots({ types }: Probe): Root[] {
  return types.flatMap(({ probed: { name, kind, use }, ...pair }): Root[] => {
    if (kind !== "type" && kind !== "schema" && kind !== "component") return [];
    const uses: readonly Use[] = use === undefined ? ["received", "sent"] : [use];
    return uses.map((each) => ({ name, ...pair, use: each }));
  });
}

/** The parts of `operations["…"]`, for programs that use these types instead of the client. */
export function operationRoots({ checker }: Context, { types }: Probe, { webhooks }: SdkFacts): Root[] {
  return types.flatMap(({ probed: { name, kind }, ...pair }): Root[] => {
    if (kind !== "operation") return [];
    const [request, response] = (webhooks.has(name.name) ? ["received", "sent"] : ["sent", "received"]) as [
      Use,
      Use,
    ];
    const parts = [
      ["parameters", request],
      ["requestBody", request],
      ["responses", response],
    ] as const;
    return parts.flatMap(([part, use]) => {
      const [old, current] = [pair.old, pair.new].map((type) => {
        const property = checker.getPropertyOfType(type, part);
        return property && checker.getTypeOfSymbol(property);
      });
      return old === undefined || current === undefined
        ? []
        : [{ name: { module: name.module, name: `${name.name}["${part}"]` }, old, new: current, use }];
    });
  });
}
