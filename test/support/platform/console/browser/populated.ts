import { type Endpoint, saveEndpoint } from "./endpoint.js";
import type { BrowserConsole } from "./open-console.js";

/** What the pages of a Console in use are about. */
export interface Populated {
  readonly application: string;
  readonly subscription: string;
  readonly endpoint: Endpoint;
  /** All pages with their content, below `/console/`. */
  readonly paths: readonly string[];
}

/** As long as names get in practice. */
const longName = "Ledger and order synchronization 北方区域账务同步";

const eventTypes = [
  "oem.subscription.created.v1",
  "oem.subscription.activated.v1",
  "oem.subscription.past_due.v1",
  "oem.subscription.plan_changed.v1",
];

/** Fills a sandbox with long names, denied calls, deliveries with many attempts, and a subscription in use. */
export async function populate(browserConsole: BrowserConsole): Promise<Populated> {
  const { control, sandbox } = browserConsole;
  const redirect_uris = ["https://app.example.com/callback"];
  const made = await control.call("createApplication", {
    body: { name: longName, owner: "per_ada", organization_id: "org_acme", redirect_uris },
  });
  const application = made.application.application_id;
  for (let index = 0; index < 8; index += 1)
    await control.call("createApplication", {
      body: { name: `Order export ${index}`, owner: "per_ada", organization_id: "org_acme", redirect_uris },
    });
  const endpoint = await saveEndpoint(browserConsole, { application, eventTypes });
  for (const event_type of eventTypes)
    await control.call("triggerEvent", { body: { event_type, application_id: application } });
  endpoint.answer = 503;
  await control.call("triggerEvent", {
    body: { event_type: "oem.subscription.plan_changed.v1", application_id: application },
  });
  await control.call("advanceClock", { body: { by: "P3D" } });
  await askApi(sandbox, made);
  const { deliveries } = await control.call("listDeliveries", {
    query: { limit: 5, application_id: application },
  });
  const { requests } = await control.call("listRequests", { query: { limit: 20 } });
  const { subscriptions } = await control.call("listSubscriptions", { query: { limit: 5 } });
  const subscription = subscriptions[0]?.subscription_id ?? "";
  const own = `org_acme/sandbox/applications/${application}`;
  const paths = [
    "org_acme/sandbox/applications",
    "org_acme/sandbox/applications/new",
    own,
    `${own}/getting-started`,
    `${own}/products`,
    `${own}/products/commerce`,
    `${own}/webhook`,
    `${own}/event-tests`,
    `${own}/deliveries`,
    `${own}/deliveries/${deliveries[0]?.delivery_id}`,
    `${own}/requests`,
    `${own}/requests/${requests.find(({ status }) => status === 403)?.request_id}`,
    "org_acme/sandbox/customers",
    "org_acme/sandbox/customers/org_lotus",
    `org_acme/sandbox/subscriptions/${subscription}`,
    "org_nobody/sandbox/applications",
  ];
  return { application, subscription, endpoint, paths };
}

/** A new application, as the control answers it. */
interface Made {
  readonly application: {
    readonly clients: readonly { readonly identity: string; readonly client_id: string }[];
  };
  readonly client_secret: string | null;
}

/** Calls that are answered, and some that are denied, also with a long path that ends with what it does. */
async function askApi(
  sandbox: BrowserConsole["sandbox"],
  { application, client_secret }: Made,
): Promise<void> {
  const client_id = application.clients.find(({ identity }) => identity === "application")?.client_id ?? "";
  const answer = await fetch(`${sandbox.issuers.sandbox}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id,
      client_secret: client_secret ?? "",
      resource: "urn:oipkit:sandbox:commerce",
    }),
  });
  const { access_token } = (await answer.json()) as { readonly access_token: string };
  const calls = [
    ["GET", "products"],
    ["GET", "subscriptions"],
    ["GET", "subscriptions/sub_unknown"],
    ["POST", "subscriptions/sub_a7arq8e5m2k9x4t7v1w6z3y0bc:cancel"],
  ] as const;
  for (const [method, path] of calls)
    await fetch(`${sandbox.apiUrls.sandbox}/open-platform/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        "content-type": "application/json",
        "idempotency-key": "6f1c9a52-6d0e-4b1c-9a52-6d0e4b1c9a52",
      },
      body: method === "POST" ? "{}" : null,
    });
}
