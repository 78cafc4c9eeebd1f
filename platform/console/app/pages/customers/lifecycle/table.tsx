import { Badge } from "../../../parts/badge.js";
import { Disclosure } from "../../../parts/disclosure.js";
import { useTexts } from "../../../texts/texts.js";
import type { Lifecycle } from "../customer-types.js";
import { texts } from "../texts.js";
import { useNames } from "../use-names.js";

type AccessKind = keyof (typeof texts)["en"]["accessKinds"];

/** The same as the picture, as a table: every status, what it gives access to, and where its moves lead. */
export function LifecycleTable({
  lifecycle,
  current,
}: {
  readonly lifecycle: Lifecycle;
  readonly current: string;
}) {
  const t = useTexts(texts);
  const names = useNames();
  const place = (status: string): string => (status === "way-back" ? t("wayBack") : names.status(status));
  return (
    <Disclosure title={t("asTable")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section has no lines of its own */}
      <div className="scroll-x" tabIndex={0} role="region" aria-label={t("asTable")}>
        <table className="simple-table life-table">
          <thead>
            <tr>
              <th scope="col">{t("status")}</th>
              <th scope="col">{t("givesAccess")}</th>
              <th scope="col">{t("movesTo")}</th>
            </tr>
          </thead>
          <tbody>
            {lifecycle.statuses.map(({ status, access }) => (
              <tr key={status}>
                <td>
                  <span className="row">
                    {names.status(status)}
                    {status === current && <Badge tone="accent">{t("here")}</Badge>}
                  </span>
                </td>
                <td className="muted">
                  {Object.hasOwn(texts.en.accessKinds, access)
                    ? t(`accessKinds.${access as AccessKind}`)
                    : access}
                </td>
                <td>
                  <ul>
                    {waysFrom(lifecycle, status).map(([move, targets]) => (
                      <li key={move}>
                        {names.move(move)} <span className="muted">→ {targets.map(place).join(", ")}</span>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  );
}

function waysFrom({ moves }: Lifecycle, status: string): readonly (readonly [string, readonly string[]])[] {
  const ways = new Map<string, Set<string>>();
  for (const { move, from, to } of moves) {
    if (!from.includes(status)) continue;
    const targets = ways.get(move) ?? new Set();
    for (const target of to) targets.add(target);
    ways.set(move, targets);
  }
  return [...ways].flatMap(([move, targets]) => {
    const list = [...targets].filter((target) => target !== status && target !== "unchanged");
    return list.length === 0 ? [] : [[move, list] as const];
  });
}
