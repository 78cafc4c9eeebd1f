// A plugin of `oipkit generate`: the statuses that each event of a subscription may report, and the names of commercial events, as the
// contract has them, for the sandbox.
const commercialFamilies = ["payment", "refund", "billing"];

export default {
  name: "event-statuses",
  emit({ model, contracts, code, dataLiteral, fileHeader }) {
    const all = statusesIn(contracts);
    const messages = model.eventSets
      .flatMap((set) => set.messages)
      .filter(({ eventType }) => eventType !== undefined);
    const subscription = messages.filter(({ family }) => family === "subscription");
    const statuses = subscription.map(({ eventType, payload }) => [eventType, statusesOf(payload) ?? all]);
    const commercial = messages.filter(({ family }) => commercialFamilies.includes(family));
    const text = code`${fileHeader(model.eventSets.map(({ source }) => source))}
/** The statuses of a subscription. */
export const subscriptionStatuses = ${dataLiteral(all)} as const;

/** The \`data.status\` that each event of a subscription allows. */
export const allowedStatuses = ${dataLiteral(Object.fromEntries(statuses))} as const;

/** The events of payments, refunds and billing. */
export const commercialEvents = ${dataLiteral(commercial.map(({ eventType }) => eventType))} as const;
`;
    return [{ path: "event-statuses.ts", text }];
  },
};

/** The values of the schema file of a subscription's status. Throws if there is none. */
function statusesIn({ documents }) {
  const found = [...documents.values()].find(({ path }) => path.endsWith("/subscription-status.schema.yaml"));
  const values = found?.value.enum;
  if (!Array.isArray(values))
    throw new Error("the contracts have no subscription-status.schema.yaml with an enum");
  return values;
}

/** What a payload says of its status; undefined if it allows any. */
function statusesOf({ value }) {
  return value?.properties?.data?.properties?.status?.enum;
}
