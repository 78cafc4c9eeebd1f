// @needs own-process
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Report } from "../../../commands/conform/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { startedCommand } from "../../support/cli/started-command.js";
import { root } from "../../support/generator/emit/contract-folder.js";

/** What `oipkit conform --api` is run with. */
interface Suite {
  readonly contract: string;
  readonly url: string;
  readonly token: string;
}

/** A sandbox in a folder of its own, in a process of its own. */
async function sandbox() {
  const cwd = mkdtempSync(join(tmpdir(), "oipkit-sandbox-conforms-"));
  afterThisTest(() => rmSync(cwd, { recursive: true }));
  const running = startedCommand({ cwd }, "sandbox", "--store", "memory", "--port", "0", "--seed", "test");
  const [, url = ""] = await running.until(/Console on (http:\/\/[\d.:]+)/);
  await running.until(/token in \.oipkit\/sandbox\.json/);
  const conform = async ({ contract, url: base, token }: Suite): Promise<Report> => {
    const suite = startedCommand(
      { cwd },
      ...["conform", join(root, "contracts", contract), "--api", base, "--seed", "1", "--budget", "8m"],
      ...["--auth", `operator=Authorization: Bearer ${token}`, "--format", "json", "-o", "report.json"],
    );
    const exitCode = await suite.ended;
    expect(exitCode, suite.err()).toBeLessThan(2);
    const report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")) as Report;
    const failed = report.results.filter(({ result, level }) => result === "failed" && level === "must");
    expect(failed.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(exitCode, suite.err()).toBe(0);
    return report;
  };
  const read = (file: string): string => readFileSync(join(cwd, ".oipkit", file), "utf8");
  return { url, conform, read };
}

function unreached({ subject }: Report): readonly string[] {
  const { operations } = subject as { readonly operations: readonly { id: string; reached: boolean }[] };
  return operations.filter(({ reached }) => !reached).map(({ id }) => id);
}

it("breaks no rule of the platform's contract", async () => {
  const { url, conform, read } = await sandbox();
  const lines = [...read("sandbox.env").matchAll(/^(\w+)=(.*)$/gm)];
  const env = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
  const answer = await fetch(`${env.SERVICE_IDENTITY_ISSUER}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: env.CLIENT_ID ?? "",
      client_secret: env.CLIENT_SECRET ?? "",
      resource: "urn:oipkit:sandbox:commerce",
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const report = await conform({ contract: "platform.openapi.yaml", url, token });
  // The discovery document is at the issuer, which is another server; everything else begins with a purchase, whose body the
  // platform's contract doesn't show.
  expect(unreached(report)).toEqual([
    "getOpenIdConfiguration",
    "createCheckoutSession",
    "getOperation",
    "getSubscription",
    "cancelSubscription",
    "changeSubscriptionPlan",
    "createAccessSnapshot",
  ]);
}, 120_000);

it("breaks no rule of the control's contract", async () => {
  const { url, conform, read } = await sandbox();
  const { token } = JSON.parse(read("sandbox.json")) as { token: string };
  const report = await conform({ contract: "sandbox.openapi.yaml", url: `${url}/_sandbox`, token });
  // A stream never ends, and a snapshot is no JSON that one can make up. The others need something that no contract says: a member of
  // the organization that owns the application, a product and its plan, a receiver that answers, events that were delivered to it.
  const outOfReach = [
    ...["followLogs", "restoreSnapshot", "advanceClock", "advanceOrganizationClock", "stress", "readRequest"],
    ...["enableIdentity", "requestAccess", "changePermission", "setMemberAccess", "setFact"],
    ...["startCheckout", "completeCheckout", "triggerEvent"],
    ...["readSubscription", "moveSubscription", "listSubscriptionEvents"],
    ...["saveWebhook", "pauseWebhook", "resumeWebhook", "revokeWebhook", "readTestEvent"],
    ...["readDelivery", "compareSignature", "redeliverEvent", "redeliverFailed"],
    // Only an application for which credentials were created before has some to rotate.
    "rotateCredential",
  ];
  expect(unreached(report).filter((id) => !outOfReach.includes(id))).toEqual([]);
}, 500_000);
