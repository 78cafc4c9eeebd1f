import { useId, useMemo } from "react";
import { useIsNarrow } from "../../../table/use-is-narrow.js";
import { useTexts } from "../../../texts/texts.js";
import type { SubscriptionView } from "../customer-types.js";
import { texts } from "../texts.js";
import { useNames } from "../use-names.js";
import { graphOf } from "./graph.js";
import { layoutOf } from "./layout.js";
import { Legend } from "./legend.js";
import { Node } from "./node.js";
import { wayBackOf } from "./way-back.js";

/** The state machine as a picture: where the subscription stands, where it was, and where it can go. */
export function LifecyclePicture({ view }: { readonly view: SubscriptionView }) {
  const t = useTexts(texts);
  const names = useNames();
  const id = useId();
  const isNarrow = useIsNarrow();
  const { subscription, lifecycle, events } = view;
  const { status: current } = subscription;
  const wayBack = wayBackOf(subscription);
  const { graph, layout } = useMemo(() => {
    const made = graphOf(lifecycle, { current, wayBack });
    return { graph: made, layout: layoutOf(made, isNarrow) };
  }, [lifecycle, current, wayBack, isNarrow]);
  const visited = new Set(events.map(({ status }) => status));
  const out = graph.edges.filter(({ from }) => from === current);
  const next = new Set(out.map(({ to }) => to));
  const others = graph.edges.filter(({ from, isWide }) => from !== current && !isWide && !isNarrow);
  const nextNames = [...next].map(names.status).join(", ");
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
              kind={
                status === current
                  ? "now"
                  : next.has(status)
                    ? "next"
                    : visited.has(status)
                      ? "before"
                      : "other"
              }
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
