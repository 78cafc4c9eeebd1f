import type { Edge, Graph } from "./graph.js";

/** Where a status is drawn, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A drawing of a graph. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly nodeWidth: number;
  readonly nodeHeight: number;
  readonly places: ReadonlyMap<string, Place>;
  /** The path of an edge for SVG. */
  readonly path: (edge: Edge) => string;
}

const nodeHeight = 38;

/** Layers beside each other, from left to right; on a phone below each other, two statuses in a row. */
export function layoutOf(graph: Graph, isNarrow: boolean): Layout {
  return isNarrow ? narrowLayout(graph) : wideLayout(graph);
}

function wideLayout({ layers }: Graph): Layout {
  const nodeWidth = 158;
  const gap = 92;
  const rowGap = 18;
  const most = Math.max(...layers.map((layer) => layer.length));
  const height = most * (nodeHeight + rowGap) - rowGap + 16;
  const places = new Map<string, Place>();
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
  const places = new Map<string, Place>();
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
