// @needs own-process
import { describe, expect, it } from "vitest";
import { type Dimension, dimensions } from "../support/cli/growing-contracts.js";
import { type MeasuredWork, measureWork } from "../support/cli/measured-work.js";
import { runCommand } from "../support/cli/run-command.js";
import { temporaryFolder, writeTree } from "../support/generator/emit/contract-folder.js";

/** How much larger the larger contracts are. */
const growth = 4;
/** What they may take, as a multiple: four times in linear time, sixteen times in quadratic time. */
const usualMost = 8;
/** What is too little to be compared: loading, compiling and collecting take as much. */
const least: MeasuredWork = { time: 60, bytes: 8_000_000 };
const attempts = 3;

const commands = {
  generate: ["generate", "--contracts", "c", "--out", "g", "--no-cache"],
  lint: ["lint", "c"],
  diff: ["diff", "c", "d"],
  validate: ["validate", "--schema", "c/main.schema.json", "value.json"],
} as const;

function contractFiles({ document, schema }: Dimension, size: number): Record<string, string> {
  const api = document(size);
  const files: Record<string, string> = {
    "c/a.openapi.json": JSON.stringify(api),
    "d/a.openapi.json": JSON.stringify({ ...api, info: { title: "t", version: "2" } }),
  };
  if (schema === undefined) return files;
  const { schema: main, value } = schema(size);
  return { ...files, "c/main.schema.json": JSON.stringify(main), "value.json": JSON.stringify(value) };
}

/** What a command takes on contracts of a size, each time in a new folder. */
async function workOn(dimension: Dimension, size: number, args: readonly string[]): Promise<MeasuredWork> {
  const folder = await temporaryFolder();
  await writeTree(folder, contractFiles(dimension, size));
  return measureWork(() => runCommand(folder, ...args));
}

/** How many times as much as for the small contracts the large ones take. */
function ratio(small: MeasuredWork, large: MeasuredWork): MeasuredWork {
  return {
    time: large.time / Math.max(small.time, least.time),
    bytes: large.bytes / Math.max(small.bytes, least.bytes),
  };
}

/** The least ratios of several attempts, which end as soon as both are small enough. */
async function measureGrowth(dimension: Dimension, args: readonly string[]): Promise<MeasuredWork> {
  const { most = usualMost } = dimension;
  let found: MeasuredWork = { time: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < attempts && Math.max(found.time, found.bytes) > most; attempt++) {
    const { size } = dimension;
    const next = ratio(await workOn(dimension, size, args), await workOn(dimension, size * growth, args));
    found = { time: Math.min(found.time, next.time), bytes: Math.min(found.bytes, next.bytes) };
  }
  return found;
}

const cases = Object.entries(dimensions).flatMap(([name, dimension]) =>
  Object.entries(commands)
    .filter(([command]) => command !== "validate" || dimension.schema !== undefined)
    .map(([command, args]) => ({ name, command, dimension, args })),
);

describe("time and memory grow no faster than the contracts", () => {
  it.each(cases)("$command: $name", async ({ dimension, args }) => {
    const { time, bytes } = await measureGrowth(dimension, args);
    const { most = usualMost } = dimension;
    expect(time).toBeLessThanOrEqual(most);
    expect(bytes).toBeLessThanOrEqual(most);
  });
});
