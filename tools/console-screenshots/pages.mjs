/** Health is read after the page. */
const healthIsShown = (page) =>
  page
    .getByRole("alert")
    .filter({ hasText: /401/ })
    .filter({ has: page.getByRole("button") })
    .first()
    .waitFor();

/** The pages that are shown, with objects that exist in the sandbox. */
export async function shownPages({ control, application, failing }) {
  const path = { application_id: application };
  const { deliveries } = await control.call("listDeliveries", {
    query: { limit: 5, application_id: application },
  });
  const { requests } = await control.call("listRequests", { query: { limit: 20 } });
  const { subscriptions } = await control.call("listSubscriptions", { query: { limit: 5 } });
  const denied = requests.find(({ denied_by }) => denied_by !== null && denied_by !== "token") ?? requests[0];
  const refused = await control.call("listDeliveries", {
    query: { limit: 1, application_id: failing, state: "failed" },
  });
  const own = `org_acme/sandbox/applications/${path.application_id}`;
  const ill = `org_acme/sandbox/applications/${failing}`;
  return [
    { name: "applications", path: "org_acme/sandbox/applications" },
    { name: "configuration", path: own },
    { name: "getting-started", path: `${own}/getting-started` },
    { name: "products", path: `${own}/products` },
    { name: "webhook", path: `${own}/webhook` },
    { name: "event-tests", path: `${own}/event-tests` },
    { name: "deliveries", path: `${own}/deliveries` },
    { name: "delivery", path: `${own}/deliveries/${deliveries[0]?.delivery_id}` },
    { name: "requests", path: `${own}/requests` },
    { name: "request", path: `${own}/requests/${denied?.request_id}` },
    { name: "customers", path: "org_acme/sandbox/customers" },
    { name: "subscription", path: `org_acme/sandbox/subscriptions/${subscriptions[0]?.subscription_id}` },
    { name: "health", path: `${ill}/webhook`, prepare: healthIsShown },
    { name: "health-deliveries", path: `${ill}/deliveries`, prepare: healthIsShown },
    {
      name: "health-delivery",
      path: `${ill}/deliveries/${refused.deliveries[0]?.delivery_id}`,
      prepare: (page) =>
        page.getByRole("heading", { name: /Where does yours differ|不同/ }).scrollIntoViewIfNeeded(),
    },
    {
      name: "command-palette",
      path: `${own}/products`,
      async prepare(page) {
        await page.keyboard.press("Control+k");
        await page.getByRole("searchbox").waitFor();
      },
    },
  ];
}
