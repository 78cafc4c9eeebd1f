/** The conformance probe, contracts/probe.openapi.yaml. Only for tests. */
export function createProbe({ faults, stores, log, restart }) {
  return async (request, response) => {
    const { inbox, resources } = stores();
    const url = new URL(request.url, "http://probe.invalid");
    const [, call, id] = url.pathname.split("/").map(decodeURIComponent);
    const show = (value) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    if (call === "inbox") show({ records: inbox.find(id).map(shown) });
    else if (call === "resources") show(resources.find(id));
    else if (call === "leaks") {
      const needle = url.searchParams.get("needle");
      show({ found: inbox.holds(needle) || log.holds(needle) });
    } else if (call === "faults") {
      let text = "";
      for await (const chunk of request) text += chunk;
      Object.assign(faults, JSON.parse(text));
      response.writeHead(204).end();
    } else if (call === "restart" && restart !== undefined) {
      restart();
      response.writeHead(204).end();
    } else response.writeHead(404).end();
  };
}

function shown({ event, deliveryId, correlationId, test }) {
  return {
    event_id: event.event_id,
    event_type: event.event_type,
    delivery_id: deliveryId,
    correlation_id: correlationId,
    event,
    test,
  };
}
