import type { FactRule } from "../../part.js";
import type { Alternative } from "../security.js";

/** Every way in which a caller was allowed to call must still be enough. */
export const securityRule: FactRule = ({ old, new: current }) => {
  const [before, after] = [old, current] as [readonly Alternative[], readonly Alternative[]];
  const lost = before.filter((each) => !after.some((other) => isEnough(each, other)));
  const gained = after.filter((each) => !before.some((other) => isEnough(each, other)));
  if (lost.length === 0 && gained.length === 0)
    return [
      {
        code: "security-changed",
        effects: {},
        message: "the ways to be allowed to call have the same meaning",
      },
    ];
  return [
    {
      code: "security-changed",
      effects: {
        ...(lost.length > 0 ? { consumer: "breaking" as const } : {}),
        ...(gained.length > 0 ? { provider: "breaking" as const } : {}),
      },
      message: [
        ...lost.map((each) => `${described(each)} is no longer enough to call it`),
        ...gained.map((each) => `${described(each)} is now enough to call it`),
      ].join("; "),
      ...(lost.length > 0 ? { remedy: "Keep accepting what was enough" } : {}),
    },
  ];
};

/** Whether a caller who has `has` fulfils `needs`. */
function isEnough(has: Alternative, needs: Alternative): boolean {
  return Object.entries(needs).every(
    ([scheme, scopes]) =>
      scopes.every((scope) => has[scheme]?.includes(scope) === true) && has[scheme] !== undefined,
  );
}

function described(alternative: Alternative): string {
  const schemes = Object.entries(alternative);
  if (schemes.length === 0) return "no authentication";
  return schemes
    .map(([scheme, scopes]) => (scopes.length === 0 ? scheme : `${scheme} with ${scopes.join(", ")}`))
    .join(" and ");
}
