import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { SenderCase, SenderSuite } from "../../../../../commands/conform/index.js";
import { suite } from "../platform.js";

const folder = new URL("../../../../../contracts/conformance/sender/", import.meta.url);

/** A hand-written file of cases for senders. */
export interface SenderCaseFile {
  readonly step: string;
  readonly cases: readonly SenderCase[];
}

export const senderCaseFiles: readonly (readonly [string, SenderCaseFile])[] = readdirSync(folder)
  .sort()
  .map((name) => [name, parse(readFileSync(new URL(name, folder), "utf8")) as SenderCaseFile]);

/** The hand-written cases for senders with the contracts' examples. */
export const senderSuite: SenderSuite = {
  format: 1,
  protocol: suite.protocol,
  examples: suite.examples,
  senderCases: senderCaseFiles.flatMap(([, { cases }]) => cases),
};
