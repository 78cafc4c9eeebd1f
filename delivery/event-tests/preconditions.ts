import type { Protocol } from "@oipkit/runtime/webhook";
import type { Selectable } from "kysely";
import type { DeliveryContext } from "../context.js";
import type { ApplicationRecord } from "../ports.js";
import type { CredentialKind, EndpointsTable } from "../store/tables.js";
import type { EventTestParts, TestProblem, TestRequest } from "./test-request.js";

/** Whether a test is possible, and with what. */
export type Readiness =
  | {
      readonly kind: "ready";
      readonly application: ApplicationRecord;
      readonly endpoint: Selectable<EndpointsTable>;
    }
  | { readonly kind: "blocked"; readonly problems: readonly TestProblem[] };

type ReadinessContext = Pick<DeliveryContext, "protocol" | "store" | "directory">;

/** Checks everything that a test needs, and says all that is missing at once. */
export async function readinessFor(
  context: ReadinessContext,
  parts: Pick<EventTestParts, "mayTest" | "productionEnvironments"> & { readonly types: readonly string[] },
  request: TestRequest,
): Promise<Readiness> {
  const [mayTest, application, endpoint] = await Promise.all([
    parts.mayTest(request.actor, request.application),
    context.directory.application(request.application),
    keptEndpoint(context, request.application),
  ]);
  const problems: TestProblem[] = [];
  if (!mayTest) problems.push(permissionMissing);
  if (!parts.types.includes(request.type)) problems.push(typeUntestable);
  problems.push(...applicationProblems(application, parts.productionEnvironments));
  problems.push(...endpointProblems(endpoint, request));
  if (endpoint !== undefined) problems.push(...(await credentialProblems(context, endpoint)));
  if (problems.length > 0 || application === undefined || endpoint === undefined)
    return { kind: "blocked", problems };
  return { kind: "ready", application, endpoint };
}

/** The endpoint of an application that isn't revoked. */
export function keptEndpoint(
  { store }: Pick<DeliveryContext, "store">,
  application: string,
): Promise<Selectable<EndpointsTable> | undefined> {
  return store.db
    .selectFrom("endpoints")
    .selectAll()
    .where("application", "=", application)
    .where("state", "<>", "revoked")
    .executeTakeFirst();
}

function applicationProblems(
  application: ApplicationRecord | undefined,
  production: readonly string[],
): readonly TestProblem[] {
  if (application === undefined) return [applicationUnknown];
  const problems: TestProblem[] = [];
  if (!application.active) problems.push(applicationInactive);
  if (production.includes(application.environment)) problems.push(environmentProduction);
  return problems;
}

function endpointProblems(
  endpoint: Selectable<EndpointsTable> | undefined,
  { configurationVersion }: TestRequest,
): readonly TestProblem[] {
  if (endpoint === undefined) return [endpointMissing];
  const problems: TestProblem[] = [];
  if (endpoint.state !== "active") problems.push(endpointInactive);
  if (endpoint.verified_at === null) problems.push(endpointUnverified);
  if (endpoint.revision !== configurationVersion) problems.push(configurationChanged);
  return problems;
}

async function credentialProblems(
  { store, protocol }: ReadinessContext,
  { application, encrypted }: Selectable<EndpointsTable>,
): Promise<readonly TestProblem[]> {
  const rows = await store.db
    .selectFrom("credentials")
    .select("kind")
    .where("application", "=", application)
    .where("state", "=", "active")
    .where("delivered_at", "is not", null)
    .execute();
  const held = new Set(rows.map(({ kind }) => kind));
  const missing = neededKinds(protocol, encrypted === 1).filter((kind) => !held.has(kind));
  if (missing.length === 0) return [];
  return [credentialsUndelivered(missing)];
}

/** The credentials that an attempt uses. */
function neededKinds(protocol: Protocol, isEncrypted: boolean): readonly CredentialKind[] {
  const kinds: CredentialKind[] = ["signing-secret"];
  if (protocol.token !== undefined) kinds.push("verification-token");
  if (isEncrypted) kinds.push("encrypt-key");
  return kinds;
}

const permissionMissing: TestProblem = {
  code: "permission-missing",
  reason: "you may not manage the webhook of this application",
  remedy: "ask somebody who manages the organization's members for that permission",
};

const typeUntestable: TestProblem = {
  code: "type-untestable",
  reason: "events of this type can't be tested",
  remedy: "choose one of the types that are offered",
};

const applicationUnknown: TestProblem = {
  code: "application-unknown",
  reason: "the application doesn't exist",
  remedy: "check its identifier",
};

const applicationInactive: TestProblem = {
  code: "application-inactive",
  reason: "the application is inactive",
  remedy: "activate the application",
};

const environmentProduction: TestProblem = {
  code: "environment-production",
  reason: "the application belongs to a production environment, where nothing is tested",
  remedy: "test the endpoint of an application of the sandbox",
};

const endpointMissing: TestProblem = {
  code: "endpoint-missing",
  reason: "the application has no endpoint",
  remedy: "save an endpoint",
};

const endpointInactive: TestProblem = {
  code: "endpoint-inactive",
  reason: "the endpoint is paused",
  remedy: "resume the endpoint",
};

const endpointUnverified: TestProblem = {
  code: "endpoint-unverified",
  reason: "the endpoint's address was never verified",
  remedy: "edit the endpoint, test the connection and save it",
};

/** Somebody else saved. */
export const configurationChanged: TestProblem = {
  code: "configuration-changed",
  reason: "the configuration has another version than the one that you see",
  remedy: "read the present configuration, and test again",
};

function credentialsUndelivered(kinds: readonly CredentialKind[]): TestProblem {
  const names = kinds.map((kind) => kind.replace("-", " ")).join(", ");
  return {
    code: "credentials-undelivered",
    reason: `not delivered yet: ${names}`,
    remedy: "have the credentials delivered, and configure the receiver with them",
  };
}
