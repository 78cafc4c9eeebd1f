import type { Lifecycle } from "./customer-queries.js";

/** Where a status is drawn, in pixels. */
export interface NodePlace {
  readonly x: number;
  readonly y: number;
}

/** A drawing of a graph. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly nodeWidth: number;
  readonly nodeHeight: number;
  readonly places: ReadonlyMap<string, NodePlace>;
  /** The path of an edge for SVG. */
  readonly path: (edge: Edge) => string;
}

const nodeHeight = 38;

/** Layers beside each other, from left to right; on a phone below each other, two statuses in a row. */
export function graphLayout(graph: Graph, isNarrow: boolean): Layout {
  if (isNarrow) return narrowLayout(graph);
  return wideLayout(graph);
}

function wideLayout({ layers }: Graph): Layout {
  const nodeWidth = 158;
  const gap = 92;
  const rowGap = 18;
  const most = Math.max(...layers.map((layer) => layer.length));
  const height = most * (nodeHeight + rowGap) - rowGap + 16;
  const places = new Map<string, NodePlace>();
  for (const [column, layer] of layers.entries()) {
    const step = Math.min((height - 16 + rowGap) / layer.length, (nodeHeight + rowGap) * 1.6);
    const top = (height - (step * layer.length - (step - nodeHeight))) / 2;
    for (const [row, status] of layer.entries())
      places.set(status, { x: 8 + column * (nodeWidth + gap), y: top + row * step });
  }
  const width = layers.length * (nodeWidth + gap) - gap + 44;
  const path = ({ from, to }: Edge): string => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined) return "";
    const [ay, by] = [a.y + nodeHeight / 2, b.y + nodeHeight / 2];
    if (a.x === b.x) {
      const x = a.x + nodeWidth;
      const bulge = Math.min(74, 26 + Math.abs(ay - by) / 4);
      return `M${x} ${ay} C${x + bulge} ${ay}, ${x + bulge} ${by}, ${x + 6} ${by}`;
    }
    const forward = a.x < b.x;
    const [ax, bx] = forward ? [a.x + nodeWidth, b.x - 6] : [a.x, b.x + nodeWidth + 6];
    const bend = Math.max(40, Math.abs(bx - ax) / 2) * (forward ? 1 : -1);
    const shift = forward ? -4 : 6;
    return `M${ax} ${ay + shift} C${ax + bend} ${ay + shift}, ${bx - bend} ${by + shift}, ${bx} ${by + shift}`;
  };
  return { width, height, nodeWidth, nodeHeight, places, path };
}

function narrowLayout({ layers }: Graph): Layout {
  const nodeWidth = 148;
  const gap = 15;
  const rowGap = 30;
  const places = new Map<string, NodePlace>();
  let y = 8;
  for (const layer of layers) {
    for (let first = 0; first < layer.length; first += 2) {
      const row = layer.slice(first, first + 2);
      const left = row.length === 1 ? (nodeWidth + gap) / 2 : 0;
      for (const [column, status] of row.entries())
        places.set(status, { x: 2 + left + column * (nodeWidth + gap), y });
      y += nodeHeight + rowGap;
    }
  }
  const path = ({ from, to }: Edge): string => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined) return "";
    const [ax, bx] = [a.x + nodeWidth / 2, b.x + nodeWidth / 2];
    if (a.y === b.y) {
      const right = a.x < b.x;
      const [start, end] = right ? [a.x + nodeWidth, b.x - 6] : [a.x, b.x + nodeWidth + 6];
      return `M${start} ${a.y + nodeHeight / 2} L${end} ${b.y + nodeHeight / 2}`;
    }
    const down = a.y < b.y;
    const [ay, by] = down ? [a.y + nodeHeight, b.y - 6] : [a.y, b.y + nodeHeight + 6];
    const bend = Math.min(70, Math.abs(by - ay) / 2) * (down ? 1 : -1);
    return `M${ax} ${ay} C${ax} ${ay + bend}, ${bx} ${by - bend}, ${bx} ${by}`;
  };
  return { width: 2 * nodeWidth + gap + 4, height: y - rowGap + 12, nodeWidth, nodeHeight, places, path };
}

/** A way from one status to another, by one move or more. */
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly moves: readonly string[];
  readonly trigger: Lifecycle["moves"][number]["trigger"];
  /** Whether its moves are possible from most statuses, so that drawing all of them would hide the rest. */
  readonly isWide: boolean;
}

/** The statuses that are left, in layers by how far they are from the checkout; ends are the last layer. */
interface Graph {
  readonly layers: readonly (readonly string[])[];
  readonly edges: readonly Edge[];
}

/** Arranges a lifecycle. `wayBack`: the status that a way back from `current` leads to, if it is known. */
export function lifecycleGraph(
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
        let target: string | undefined = named;
        if (named === "way-back") target = source === current ? wayBack : undefined;
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
  return { layers: statusLayers(statuses, { starts, ended, edges: list }), edges: list };
}

function statusLayers(
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
    if (places.length === 0) return before.length / 2;
    return places.reduce((sum, place) => sum + place, 0) / places.length;
  };
  return layer
    .map((status) => [weight(status), status] as const)
    .sort(([left], [right]) => left - right)
    .map(([, status]) => status);
}
