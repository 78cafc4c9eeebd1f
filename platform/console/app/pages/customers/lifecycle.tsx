import { useId, useMemo } from "react";
import { useIsNarrow } from "../../list/row-window.js";
import { Badge } from "../../parts/badge.js";
import { Disclosure } from "../../parts/disclosure.js";
import { useTexts } from "../../texts/texts.js";
import type { Lifecycle, Subscription, SubscriptionView } from "./customer-queries.js";
import { graphLayout, type Layout, lifecycleGraph, type NodePlace } from "./lifecycle-layout.js";
import { useNames } from "./names.js";
import { texts } from "./texts.js";

/** The state machine as a picture: where the subscription stands, where it was, and where it can go. */
export function LifecyclePicture({ view }: { readonly view: SubscriptionView }) {
  const t = useTexts(texts);
  const names = useNames();
  const id = useId();
  const isNarrow = useIsNarrow();
  const { subscription, lifecycle, events } = view;
  const { status: current } = subscription;
  const wayBack = statusAfterHold(subscription);
  const { graph, layout } = useMemo(() => {
    const made = lifecycleGraph(lifecycle, { current, wayBack });
    return { graph: made, layout: graphLayout(made, isNarrow) };
  }, [lifecycle, current, wayBack, isNarrow]);
  const visited = new Set(events.map(({ status }) => status));
  const out = graph.edges.filter(({ from }) => from === current);
  const next = new Set(out.map(({ to }) => to));
  const others = graph.edges.filter(({ from, isWide }) => from !== current && !isWide && !isNarrow);
  const nextNames = [...next].map(names.status).join(", ");
  function nodeKind(status: string): "now" | "next" | "before" | "other" {
    if (status === current) return "now";
    if (next.has(status)) return "next";
    return visited.has(status) ? "before" : "other";
  }
  const label = t("pictureLabel", {
    count: String(lifecycle.statuses.length),
    status: names.status(current),
    next: nextNames === "" ? t("pictureNothing") : nextNames,
  });
  return (
    <figure className="life">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section has no lines of its own */}
      <div className="scroll-x" tabIndex={0} role="region" aria-label={t("machine")}>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          width={layout.width}
          height={layout.height}
        >
          <defs>
            {["faint", "strong"].map((kind) => (
              <marker
                key={kind}
                id={`${id}${kind}`}
                className={`life-head ${kind}`}
                viewBox="0 0 8 8"
                refX="5"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path d="M0 0.5 L7 4 L0 7.5 Z" />
              </marker>
            ))}
          </defs>
          {others.map((edge) => (
            <path
              key={`${edge.from} ${edge.to}`}
              className="life-edge"
              d={layout.path(edge)}
              markerEnd={`url(#${id}faint)`}
            />
          ))}
          {out.map((edge) => (
            <path
              key={`${edge.from} ${edge.to}`}
              className={`life-edge now ${edge.trigger}`}
              d={layout.path(edge)}
              markerEnd={`url(#${id}strong)`}
            />
          ))}
          {lifecycle.statuses.map(({ status, ended }) => (
            <Node
              key={status}
              name={names.status(status)}
              layout={layout}
              place={layout.places.get(status)}
              kind={nodeKind(status)}
              wasThere={visited.has(status)}
              isEnd={ended}
            />
          ))}
        </svg>
      </div>
      <Legend />
    </figure>
  );
}

/** A status in the picture. */
function Node({
  name,
  layout: { nodeWidth, nodeHeight },
  place,
  kind,
  wasThere,
  isEnd,
}: {
  readonly name: string;
  readonly layout: Layout;
  readonly place: NodePlace | undefined;
  readonly kind: "now" | "next" | "before" | "other";
  readonly wasThere: boolean;
  readonly isEnd: boolean;
}) {
  if (place === undefined) return null;
  const hasCheck = wasThere && kind !== "now";
  const lines = labelLines(name, hasCheck ? nodeWidth - 2 * padding - 14 : nodeWidth - 2 * padding);
  return (
    <g className={`life-node ${kind}`} transform={`translate(${place.x} ${place.y})`}>
      <rect width={nodeWidth} height={nodeHeight} rx={isEnd ? 6 : nodeHeight / 2} />
      {isEnd && <rect className="inner" x={3} y={3} width={nodeWidth - 6} height={nodeHeight - 6} rx={4} />}
      {hasCheck && (
        <path className="life-check" d={`M${nodeWidth - 21} ${nodeHeight / 2} l3.5 3.5 l6.5 -7`} />
      )}
      <text textAnchor="middle">
        {lines.map((line, index) => (
          <tspan
            key={line}
            x={hasCheck ? nodeWidth / 2 - 7 : nodeWidth / 2}
            y={nodeHeight / 2 + 4.5 + (index - (lines.length - 1) / 2) * lineHeight}
          >
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
}

const padding = 12;
const lineHeight = 14;

/** The label of a status in one line, or in two if the widest fonts may need more than `room` pixels. */
function labelLines(name: string, room: number): readonly string[] {
  const width = [...name].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 14 : 8.4), 0);
  const middle = name.length / 2;
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const [split] = spaces.sort((left, right) => Math.abs(left - middle) - Math.abs(right - middle));
  if (width <= room || split === undefined) return [name];
  return [name.slice(0, split), name.slice(split + 1)];
}

/** What the colours and lines of the picture mean. */
function Legend() {
  const t = useTexts(texts);
  return (
    <figcaption className="life-legend small muted">
      <span className="key now">{t("legendNow")}</span>
      <span className="key before">{t("legendBefore")}</span>
      <span className="key next">{t("legendNext")}</span>
      <span className="line command">{t("legendCommand")}</span>
      <span className="line timer">{t("legendTimer")}</span>
      <span className="line payment">{t("legendPayment")}</span>
      <span className="note">{t("widely")}</span>
    </figcaption>
  );
}

type AccessKind = keyof (typeof texts)["en"]["accessKinds"];

function isAccessKind(access: string): access is AccessKind {
  return Object.hasOwn(texts.en.accessKinds, access);
}

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
  const place = (status: string): string => {
    if (status === "way-back") return t("wayBack");
    return names.status(status);
  };
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
                <td className="muted">{isAccessKind(access) ? t(`accessKinds.${access}`) : access}</td>
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
    if (list.length === 0) return [];
    return [[move, list] as const];
  });
}

/** The status that the subscription goes back to when what holds it ends, if it shows that. */
function statusAfterHold({ details }: Pick<Subscription, "details">): string | undefined {
  const { resume_status } = details;
  if (typeof resume_status === "string") return resume_status;
  return undefined;
}
