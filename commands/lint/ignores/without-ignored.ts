import { toPointer } from "@oipkit/runtime/json-pointer";
import { unknownName } from "@oipkit/runtime/nearest-names";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Found } from "../found.js";
import type { Severities } from "../severities.js";
import { ignoresInComments } from "./comments.js";
import { extensionName, ignoresInExtensions } from "./extension.js";
import type { Ignore } from "./ignore.js";

/** The findings that no comment and no extension ignores, with findings about those that are wrong themselves. */
export function withoutIgnored(
  contracts: Contracts,
  found: readonly Found[],
  severities: Severities,
): { readonly left: readonly Found[]; readonly ignored: number } {
  const documents = [...contracts.names.keys()].flatMap((path) => contracts.documents.get(path) ?? []);
  const ignores = documents.flatMap((each) => [...ignoresInComments(each), ...ignoresInExtensions(each)]);
  const byPath = new Map<string, Ignore[]>();
  for (const ignore of ignores) {
    const { path } = ignore.document;
    byPath.set(path, [...(byPath.get(path) ?? []), ignore]);
  }
  const used = new Map<Ignore, Set<string>>();
  const left = found.filter(({ code, document, tokens }) => {
    const fitting = (byPath.get(document.path) ?? []).filter(
      ({ rules, scope }) => rules.includes(code) && scope.every((token, index) => tokens[index] === token),
    );
    for (const ignore of fitting) used.set(ignore, (used.get(ignore) ?? new Set()).add(code));
    // An ignore without a reason is reported itself, so it needn't be reported twice.
    return fitting.length === 0;
  });
  const known = new Set(severities.names);
  for (const { code } of found) known.add(code);
  const faults = ignores.flatMap((ignore) =>
    faultsOf(ignore, { used: used.get(ignore) ?? new Set(), known, severities }),
  );
  const reported = faults.filter(
    ({ code, document, tokens }) => severities.at(code, document.path, toPointer(tokens)) !== "off",
  );
  return { left: [...left, ...reported], ignored: found.length - left.length };
}

interface Knowledge {
  /** Rules of which the ignore has ignored a finding. */
  readonly used: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  readonly severities: Severities;
}

function faultsOf(ignore: Ignore, { used, known, severities }: Knowledge): Found[] {
  const { rules, reason, document, tokens, span } = ignore;
  const at = { document, tokens, target: "key", ...(span && { span }) } as const;
  const faults: Found[] = [];
  if (rules.length === 0 || reason === "")
    faults.push({
      ...at,
      code: "ignore-without-reason",
      message: rules.length === 0 ? "this ignores no rule by name" : "this ignores a rule without a reason",
      hint: `Write \`# oipkit-lint-ignore rule-name: reason\`, or \`${extensionName}: { rule-name: reason }\`.`,
    });
  const stale = rules.filter((rule) => !used.has(rule) && (!known.has(rule) || severities.isOn(rule)));
  const isAllStale = stale.length === rules.length;
  for (const rule of stale)
    faults.push({
      ...at,
      code: "ignore-unused",
      message: known.has(rule)
        ? `there is no finding of \`${rule}\` here to ignore`
        : unknownName("rule", rule, [...known]),
      hint: "Remove it, or correct its name or its place.",
      detail: rule,
      fix: isAllStale && known.has(rule) ? ignore.fix : undefined,
    });
  return faults;
}
