import { expect, it } from "vitest";
import type { Delivery } from "../../../../delivery/index.js";
import { events as declared } from "../../../../generated/events/receiver.js";
import { createProbeReader } from "../../../../platform/sandbox/adversary/probe.js";
import type {
  ReceiverSecrets,
  SecretsHandOver,
} from "../../../../platform/sandbox/adversary/receiver-keys.js";
import { type StressOptions, stress } from "../../../../platform/sandbox/adversary/stress.js";
import type { StressRun } from "../../../../platform/sandbox/adversary/stress-report.js";
import { startSandbox } from "../../../../platform/sandbox/start-sandbox.js";
import { createMemoryInbox } from "../../../../runtime/webhook/index.js";
import { afterThisTest } from "../../../support/clean-up.js";
import {
  probedReceiver,
  type TestedReceiver,
} from "../../../support/platform/sandbox/adversary/probed-receiver.js";
import { registerApplication } from "../../../support/platform/sandbox/receiver.js";

const eventTypes = declared.flatMap(({ key, pattern }) => (pattern === undefined ? [key] : []));
const application = "app";

interface Trial {
  readonly run?: Partial<StressRun>;
  readonly encrypted?: boolean;
  /** What the receiver goes by, of what it was told. */
  readonly believes?: (told: readonly ReceiverSecrets[]) => ReceiverSecrets;
  readonly options?: Partial<StressOptions>;
  readonly onEngine?: (engine: Delivery) => void;
  readonly handOver?: (tell: SecretsHandOver) => SecretsHandOver;
}

const latest = (told: readonly ReceiverSecrets[]) => told.at(-1) as ReceiverSecrets;

/** Stresses a generated receiver that asks for its secrets at each request. */
async function stressed({ run, encrypted = false, believes = latest, options, handOver, onEngine }: Trial) {
  const clock = { start: Date.UTC(2026, 8, 21, 9), frozen: true };
  const sandbox = await startSandbox({ clock, seed: "test" });
  afterThisTest(() => sandbox.close());
  await registerApplication(sandbox, application);
  const told: ReceiverSecrets[] = [];
  const fault: TestedReceiver["fault"] = (given) => {
    told.push({
      secret: String((given.secrets as readonly string[])[0]),
      encryptKey: given.encryptKey as string,
    });
    return {
      ...given,
      secrets: () => {
        const { secret, previousSecret } = believes(told);
        if (previousSecret === undefined) return [secret];
        return [secret, previousSecret];
      },
      encryptKey: () => believes(told).encryptKey,
    };
  };
  const inbox = createMemoryInbox();
  const url = await probedReceiver(sandbox, { application, eventTypes, fault, encrypted, inbox });
  const { engine } = sandbox.deliveries;
  onEngine?.(engine);
  const tell: SecretsHandOver = async (secrets) => void told.push(secrets);
  const report = stress(
    {
      ...sandbox,
      delivery: engine,
      through: sandbox.deliveries.through,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    {
      application,
      run: { seed: "one", profile: "all", count: 120, ...run },
      probe: createProbeReader({ url, fetch }),
      handOver: handOver?.(tell) ?? tell,
      patienceMs: 300,
      ...options,
    },
  );
  return { report: await report, told, engine };
}

it("a generated receiver loses nothing of 250 events while secrets rotate and encryption is switched", async () => {
  const { report, told, engine } = await stressed({ run: { count: 250 } });
  expect(report).toMatchObject({ problems: [], differences: [], undelivered: 0, run: { secrets: true } });
  for (const act of ["rotated-secret", "dropped-secret", "switched-encryption", "retired", "unencrypted"])
    expect(report.acts[act], act).toBeGreaterThan(0);
  // In the end only the active secret is left, and encryption is as it was.
  const { signingSecret } = await engine.credentials.source(application);
  expect(told.at(-1)).toMatchObject({
    secret: signingSecret,
    previousSecret: undefined,
    encryptKey: undefined,
  });
  expect((await engine.endpoints.find(application))?.encrypted).toBe(false);
  const versions = await engine.credentials.list(application);
  const states = versions.flatMap(({ kind, state }) => (kind === "signing-secret" ? [state] : []));
  expect(states.filter((state) => state !== "discarded")).toEqual(["active"]);
}, 60_000);

it.each(["rotations", "encryption"])(
  "a generated receiver passes %s, beginning with encryption",
  async (profile) => {
    const { report, engine } = await stressed({ run: { profile }, encrypted: true });
    expect(report).toMatchObject({ problems: [], differences: [], undelivered: 0 });
    expect((await engine.endpoints.find(application))?.encrypted).toBe(true);
  },
  60_000,
);

it("does the same for the same run", async () => {
  const first = await stressed({});
  const again = await stressed({ run: first.report.run });
  expect(again.report.deedsDigest).toBe(first.report.deedsDigest);
  expect(again.report.acts).toEqual(first.report.acts);
}, 60_000);

it.each([
  ["rotations", "doesn't accept its next signing secret", "401"],
  ["encryption", "doesn't decrypt with its new Encrypt Key", "401"],
])(
  "finds a receiver that ignores what it is told, and loses none of its events: %s",
  async (profile, what, status) => {
    const { report, engine } = await stressed({
      run: { profile },
      believes: (told) => told[0] as ReceiverSecrets,
    });
    expect(report.problems).toEqual([
      `the receiver ${what}: it was told, but goes on answering with ${status}`,
    ]);
    expect(report).toMatchObject({ differences: [], undelivered: 0 });
    expect((await engine.endpoints.find(application))?.encrypted).toBe(false);
  },
  60_000,
);

it("finds a receiver that keeps a secret that was dropped", async () => {
  const { report } = await stressed({
    run: { profile: "rotations" },
    believes: (told) => ({ ...latest(told), previousSecret: latest(told).previousSecret ?? told[0]?.secret }),
  });
  expect(report.problems).toEqual([
    "the receiver accepts a signing secret that was dropped: it was told, but goes on answering with 204",
  ]);
}, 60_000);

it("finds a receiver that goes on taking plaintext", async () => {
  let isSealed = false;
  const { report } = await stressed({
    run: { profile: "encryption" },
    // Guesses by the request, as one must not.
    believes: (told) => {
      isSealed = !isSealed;
      if (isSealed) return latest(told);
      return { ...latest(told), encryptKey: undefined };
    },
  });
  expect(report.problems.join("\n")).toMatch(/an unencrypted request of|Encrypt Key|plaintext/);
}, 60_000);

it("refuses what changes secrets if the receiver can't be told", async () => {
  for (const profile of ["rotations", "encryption"])
    await expect(stressed({ run: { profile }, options: { handOver: undefined } })).rejects.toMatchObject({
      code: "secrets-missing",
      message: expect.stringContaining("--secrets FILE"),
    });
  await expect(stressed({ run: { secrets: true }, options: { handOver: undefined } })).rejects.toMatchObject({
    code: "secrets-missing",
  });
}, 60_000);

it("leaves no version pending if the receiver can't be told any more", async () => {
  let calls = 0;
  let found: Awaited<ReturnType<typeof stressed>>["engine"] | undefined;
  const trial = stressed({
    run: { profile: "rotations" },
    onEngine: (engine) => {
      found = engine;
    },
    handOver: (tell) => async (secrets) => {
      calls += 1;
      if (calls === 4) throw new Error("gone");
      await tell(secrets);
    },
  });
  await expect(trial).rejects.toThrow("gone");
  const states = (await found?.credentials.list(application))?.map(({ state }) => state);
  expect(states).not.toContain("pending");
}, 60_000);
