/** The endpoint of each application: saved with a proof of its URL, once for each operation. */
export function createEndpoints({ verifications, journal }) {
  const operations = new Map();
  return {
    save(application, wish) {
      const operation = wish.operation_id && `${application.id} ${wish.operation_id}`;
      if (operation && operations.has(operation)) return operations.get(operation);
      const problem = problemOf(application, wish);
      const outcome = { saved: problem === undefined, reason: problem };
      if (problem === undefined) {
        const { endpoint } = application;
        application.endpoint = {
          url: wish.url,
          event_types: wish.event_types ?? endpoint?.event_types ?? [],
          callback_types: wish.callback_types ?? endpoint?.callback_types ?? [],
          state: "active",
          revision: (endpoint?.revision ?? 0) + 1,
        };
        application.failures = 0;
        journal.write("saved", { application: application.id, url: wish.url });
      }
      outcome.endpoint = application.endpoint;
      if (operation) operations.set(operation, outcome);
      return outcome;
    },
  };

  function problemOf(application, { url, event_types, proof, revision }) {
    const { endpoint } = application;
    const types = event_types ?? endpoint?.event_types ?? [];
    if (types.length === 0) return "at least one event type is required";
    if (revision !== undefined && revision !== (endpoint?.revision ?? 0))
      return "the endpoint has changed since";
    if (endpoint?.url === url) return undefined;
    return verifications.proves(proof, application, url) ? undefined : "the URL must be verified";
  }
}
