import type { Lifecycle } from "../customer-types.js";

/** A way from one status to another, by one move or more. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly moves: readonly string[];
  readonly trigger: Lifecycle["moves"][number]["trigger"];
  /** Whether its moves are possible from most statuses, so that drawing all of them would hide the rest. */
  readonly isWide: boolean;
}

/** The statuses that are left, in layers by how far they are from the checkout; ends are the last layer. */
export interface Graph {
  readonly layers: readonly (readonly string[])[];
  readonly edges: readonly Edge[];
}

/** Arranges a lifecycle. `wayBack`: the status that a way back from `current` leads to, if it is known. */
export function graphOf(
  { statuses, moves }: Lifecycle,
  { current, wayBack }: { readonly current: string; readonly wayBack: string | undefined },
): Graph {
  const ended = new Set(statuses.filter((one) => one.ended).map(({ status }) => status));
  const open = statuses.length - ended.size;
  const edges = new Map<string, Edge>();
  const starts = new Set<string>();
  for (const { move, trigger, from, to } of moves) {
    if (trigger === "checkout") for (const status of to) starts.add(status);
    for (const source of from) {
      for (const named of to) {
        const target = named === "way-back" ? (source === current ? wayBack : undefined) : named;
        if (target === undefined || target === "unchanged" || target === source) continue;
        const key = `${source} ${target}`;
        const known = edges.get(key);
        edges.set(key, {
          from: source,
          to: target,
          trigger: known?.trigger ?? trigger,
          moves: [...new Set([...(known?.moves ?? []), move])],
          isWide: (known?.isWide ?? true) && from.length > open / 2,
        });
      }
    }
  }
  const list = [...edges.values()];
  return { layers: layersOf(statuses, { starts, ended, edges: list }), edges: list };
}

function layersOf(
  statuses: Lifecycle["statuses"],
  {
    starts,
    ended,
    edges,
  }: {
    readonly starts: ReadonlySet<string>;
    readonly ended: ReadonlySet<string>;
    readonly edges: readonly Edge[];
  },
): readonly (readonly string[])[] {
  const layers: string[][] = [];
  const placed = new Set(ended);
  let layer = statuses
    .map(({ status }) => status)
    .filter((status) => starts.has(status) && !ended.has(status));
  while (layer.length > 0) {
    layers.push(layer);
    for (const status of layer) placed.add(status);
    const sources = layer;
    const reached = new Set(edges.filter(({ from }) => sources.includes(from)).map(({ to }) => to));
    layer = statuses
      .map(({ status }) => status)
      .filter((status) => reached.has(status) && !placed.has(status));
  }
  const unreached = statuses.map(({ status }) => status).filter((status) => !placed.has(status));
  if (unreached.length > 0) layers.push(unreached);
  if (ended.size > 0) layers.push([...ended]);
  return layers.map((one, index) => (index === 0 ? one : untangled(one, layers[index - 1] ?? [], edges)));
}

/** A layer in the order of what leads to it, so that fewer lines cross. */
function untangled(
  layer: readonly string[],
  before: readonly string[],
  edges: readonly Edge[],
): readonly string[] {
  const weight = (status: string): number => {
    const places = edges
      .filter(({ from, to, isWide }) => to === status && !isWide && before.includes(from))
      .map(({ from }) => before.indexOf(from));
    return places.length === 0
      ? before.length / 2
      : places.reduce((sum, place) => sum + place, 0) / places.length;
  };
  return layer
    .map((status) => [weight(status), status] as const)
    .sort(([left], [right]) => left - right)
    .map(([, status]) => status);
}
