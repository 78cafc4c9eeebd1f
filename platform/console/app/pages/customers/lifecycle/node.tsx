import type { Layout, Place } from "./layout.js";

/** A status in the picture. */
export function Node({
  name,
  layout: { nodeWidth, nodeHeight },
  place,
  kind,
  wasThere,
  isEnd,
}: {
  readonly name: string;
  readonly layout: Layout;
  readonly place: Place | undefined;
  readonly kind: "now" | "next" | "before" | "other";
  readonly wasThere: boolean;
  readonly isEnd: boolean;
}) {
  if (place === undefined) return null;
  return (
    <g className={`life-node ${kind}`} transform={`translate(${place.x} ${place.y})`}>
      <rect width={nodeWidth} height={nodeHeight} rx={isEnd ? 6 : nodeHeight / 2} />
      {isEnd && <rect className="inner" x={3} y={3} width={nodeWidth - 6} height={nodeHeight - 6} rx={4} />}
      {wasThere && kind !== "now" && (
        <path className="life-check" d={`M${nodeWidth - 21} ${nodeHeight / 2} l3.5 3.5 l6.5 -7`} />
      )}
      <text
        x={wasThere && kind !== "now" ? nodeWidth / 2 - 7 : nodeWidth / 2}
        y={nodeHeight / 2 + 4.5}
        textAnchor="middle"
      >
        {name}
      </text>
    </g>
  );
}
