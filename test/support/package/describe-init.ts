import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  type InitProject,
  initProject,
  type RunningReceiver,
  startReceiver,
  type WantedProject,
} from "./init-project.js";

const installation = inject("installation");

/** A project of a framework that runs as a server of its own. */
export interface WantedServer extends Omit<WantedProject, "env"> {
  /** Read when the tests run, since a test may start a database first. */
  readonly env?: () => Readonly<Record<string, string>>;
  /** Globs of the cases to run; default: a few of each kind. */
  readonly only?: readonly string[];
  /** Globs of the cases that its own test runs, likewise. */
  readonly tests?: readonly string[];
  /** The event to send, and the status that it gets. */
  readonly sends?: SentEvent;
}

/** An event to send, and the status that it gets. */
interface SentEvent {
  readonly event: string;
  readonly status: number;
  /** Further options of `oipkit send` and `oipkit conform`. */
  readonly flags?: readonly string[];
}

const defaultEvent: SentEvent = { event: "oem.subscription.created.v1", status: 204 };

const fewCases = ["6.1/*", "6.3.2/*", "6.3.6/*"];

/** The tests that a project of every framework, store and identity passes. */
export function describeInit(
  name: string,
  { env = () => ({}), only = fewCases, tests = fewCases, sends = defaultEvent, ...wanted }: WantedServer,
): void {
  describe(`oipkit init ${wanted.args.join(" ")} (${name})`, () => {
    let project: InitProject;
    let receiver: RunningReceiver | undefined;
    beforeAll(async () => {
      project = await initProject(installation, wanted);
    });
    afterAll(async () => {
      await receiver?.stop();
    });

    it("compiles under --strict", async () => {
      expect(await project.tsc()).toEqual({ code: 0, stdout: "", stderr: "" });
    });

    it("starts with its own secrets and calls the handler with a sent event", async () => {
      receiver = await startReceiver(project, {
        args: ["--env-file=.env", "dist/src/main.js"],
        env: env(),
        ready: /listening on (http:\/\/127\.0\.0\.1:\d+)\/webhook/,
      });
      await expectHandled(project, receiver, sends);
    });

    it("conforms", async () => {
      const globs = only.flatMap((glob) => ["--only", glob]);
      const probe = ["--probe", `${receiver?.origin}/probe`];
      const report = await project.oipkit(
        "conform",
        `${receiver?.origin}/webhook`,
        ...probe,
        ...globs,
        ...(await project.suiteFlags()),
        ...(sends.flags ?? []),
      );
      expect(report, report.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining(" conforms") });
      expect(report.stdout).toContain(" 0 failed");
    });

    it("is healthy, and stops when it is told to", async () => {
      expect(await (await fetch(`${receiver?.origin}/healthz`)).json()).toMatchObject({ status: "ok" });
      expect(await receiver?.stop(), receiver?.output()).toBe(0);
    });

    it("passes its own test", async () => {
      const names = tests.map((glob) => glob.replace("*", "")).join("|");
      const ran = await project.vitest(env(), "run", "--dir", "test", "-t", names);
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      expect(ran.stdout).toMatch(/Tests +\d+ passed/);
    });
  });
}

/** Sends an event with `oipkit send` and expects the handler's output. */
export async function expectHandled(
  project: InitProject,
  receiver: RunningReceiver,
  { event, status, flags = [] }: SentEvent = defaultEvent,
): Promise<void> {
  const sent = await project.oipkit(
    "send",
    event,
    "--to",
    `${receiver.origin}/webhook`,
    ...(await project.suiteFlags()),
    ...flags,
  );
  expect(sent, sent.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining(`${status} in`) });
  const [, id] = / as (\S+)/.exec(sent.stdout) ?? [];
  expect(id).toBeDefined();
  // Without an id of its own, an event has a hash of its body.
  const shown = id === "(no" ? "sha256-" : id;
  await expect.poll(() => receiver.output(), { timeout: 30_000 }).toContain(`handled ${event} ${shown}`);
}
