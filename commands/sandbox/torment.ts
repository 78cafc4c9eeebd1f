import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ControlClient, Schemas } from "@oipkit/sandbox/client";
import { packageVersion } from "../../reader/package-version.js";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { UsageError } from "../options/usage.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { receiveSecrets } from "./secrets-recipient.js";
import type { TormentSettings } from "./torment-settings.js";

type Report = Schemas["TormentReport"];

/** What a file needs to repeat a run, and to tell whether that was the same. */
interface Recorded {
  readonly oipkit: string;
  readonly run: Schemas["TormentRun"];
  readonly deeds_digest: string;
}

/** Torments a receiver. 1 if something was found. Throws `UsageError` and `ControlError`. */
export async function tormentReceiver(
  client: ControlClient,
  settings: TormentSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const { count, profile, record, replay, format } = settings;
  const version = await packageVersion();
  const former = replay === undefined ? undefined : await readRecorded(resolve(terminal.cwd, replay));
  const given = {
    seed: settings.seed ?? `${terminal.now()}`,
    profile,
    count,
    secrets: settings.secrets !== undefined,
  };
  // A file that was written before secrets could change.
  const planned = former === undefined ? given : { secrets: false, ...former.run };
  const report = await ask(client, { ...settings, run: planned }, terminal);
  const { run } = report;
  if (record !== undefined) {
    const recorded: Recorded = { oipkit: version, run, deeds_digest: report.deeds_digest };
    await writeFile(resolve(terminal.cwd, record), `${json(recorded, 2)}\n`);
  }
  if (former !== undefined && former.deeds_digest !== report.deeds_digest)
    terminal.err(
      `${printable(
        `it wasn't the same run: that was of oipkit ${former.oipkit}, this is ${version}; begin both with a new store, the same --at and --data`,
      )}\n`,
    );
  terminal.out(format === "json" ? `${json(report, 2)}\n` : textOf(report));
  return findings(report) === 0 ? 0 : 1;
}

/** Asks for the run; also takes the secrets if there is a file for them. */
async function ask(
  client: ControlClient,
  { run, probe, secrets, application }: TormentSettings & { readonly run: Schemas["TormentRun"] },
  { cwd }: Terminal,
): Promise<Report> {
  const body = { run, probe_url: probe, ...(application !== undefined && { application_id: application }) };
  if (secrets === undefined) {
    if (secretProfiles.includes(run.profile) || run.secrets)
      throw new UsageError(
        "this run changes secrets: name the file that the receiver reads them from, with --secrets FILE",
      );
    return client.call("torment", { body });
  }
  const recipient = await receiveSecrets(resolve(cwd, secrets));
  try {
    return await client.call("torment", { body: { ...body, secrets_url: recipient.url } });
  } finally {
    await recipient.close();
  }
}

const secretProfiles: readonly string[] = ["rotations", "encryption"];

function findings({ problems, differences, undelivered }: Report): number {
  return problems.length + differences.length + undelivered;
}

/** Findings that are printed. */
const mostPrinted = 20;

function textOf(report: Report): string {
  const { run, events, deeds, acts, problems, differences, undelivered } = report;
  const found = [...problems, ...differences.map(({ message }) => message)];
  const left = found.length - mostPrinted;
  const lines = [
    `seed ${run.seed}, profile ${run.profile}: ${events} events by ${deeds} deeds`,
    Object.entries(acts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", "),
    ...(run.profile === "all" && run.secrets !== true
      ? ["no secret was rotated, and encryption wasn't switched: --secrets FILE lets that happen"]
      : []),
    ...found.slice(0, mostPrinted).map((line) => `- ${line}`),
    ...(left > 0 ? [`- and ${left} more; --format json lists them`] : []),
    ...(undelivered > 0 ? [`- ${undelivered} deliveries still wait`] : []),
    ...(findings(report) === 0 ? ["the receiver knows what happened, and nothing else"] : []),
  ];
  return `${lines.map((line) => printable(line)).join("\n")}\n`;
}

async function readRecorded(path: string): Promise<Recorded> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} can't be read (${cause.code ?? "error"})`, { cause });
  });
  try {
    const { oipkit, run, deeds_digest } = JSON.parse(text) as Partial<Recorded>;
    // The control checks the run itself.
    if (typeof oipkit === "string" && typeof run === "object" && typeof deeds_digest === "string")
      return { oipkit, run, deeds_digest };
  } catch {
    // Said below.
  }
  throw new UsageError(`${path} isn't a file that --record wrote`);
}
