import { type ControlClient, connectWebhook, setUpApplication } from "@oipkit/sandbox/client";
import { afterThisTest } from "../../../clean-up.js";
import { type Receiver, startReceiver } from "../../../delivery/receiver.js";

/** An event, as a receiver reads it. */
export interface DeliveredEvent {
  readonly event_type: string;
  readonly occurred_at: string;
  readonly tenant_id: string;
}

/** One application with a receiver, and two of its customers. */
export interface TwoOrganizations {
  readonly application: string;
  /** The ids of two organizations, each with a subscription that is renewed monthly. */
  readonly organizations: readonly [string, string];
  readonly subscriptions: readonly [string, string];
  readonly receiver: Receiver;
  /** What the receiver got about an organization since this was called last. */
  readonly take: (organization: string) => readonly DeliveredEvent[];
}

/** Creates an organization. */
export async function addOrganization(control: ControlClient, name: string): Promise<string> {
  const body = { name: { en: name, zh: name } };
  return (await control.call("createOrganization", { body })).organization_id;
}

/** Lets an organization buy a plan of notes, and returns the id of its subscription. */
export async function buyNotes(
  control: ControlClient,
  { application, organization }: { readonly application: string; readonly organization: string },
): Promise<string> {
  const plan = { product_code: "notes", plan_code: "notes-team" };
  const body = { application_id: application, organization_id: organization, ...plan };
  const { checkout_id } = await control.call("startCheckout", { body });
  const completed = await control.call("completeCheckout", {
    path: { checkout_id },
    body: { payment: "succeeds" },
  });
  return completed.operation.subscription_id ?? "";
}

/** Sets them up over HTTP; the test's end closes the receiver. */
export async function setUpTwo(control: ControlClient): Promise<TwoOrganizations> {
  const receiver = await startReceiver();
  afterThisTest(receiver.close);
  const { id: application } = await setUpApplication(control, {
    redirectUris: ["http://localhost:3000/callback"],
  });
  await connectWebhook(control, { application, url: receiver.url });
  const organizations = [
    await addOrganization(control, "One"),
    await addOrganization(control, "Other"),
  ] as const;
  const [one, other] = organizations;
  const subscriptions = [
    await buyNotes(control, { application, organization: one }),
    await buyNotes(control, { application, organization: other }),
  ] as const;
  const taken = new Set<unknown>();
  const take = (organization: string): readonly DeliveredEvent[] => {
    const fresh = receiver.requests.filter((each) => !taken.has(each));
    const about = fresh
      .map((request) => ({ request, event: JSON.parse(request.body.toString()) as DeliveredEvent }))
      .filter(({ event }) => event.tenant_id === organization);
    for (const { request } of about) taken.add(request);
    return about.map(({ event }) => event);
  };
  return { application, organizations, subscriptions, receiver, take };
}
