import { createServer, type RequestListener } from "node:http";
import type { ReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { listen } from "@oipkit/runtime/adapters/node-server";
import { OipkitError } from "@oipkit/runtime/errors";

/** The receiver can't listen on a port. */
export class PortUnavailable extends OipkitError {
  readonly code = "port-unavailable";
}

/** A port to listen on. */
interface PortRequest {
  /** The option that sets the port, without dashes. */
  readonly flag: string;
  readonly port: number;
  readonly host: string;
}

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: "is taken",
  EACCES: "needs a permission that this user lacks",
};

/** Starts to listen and returns the base URL. Throws `PortUnavailable`. */
export async function listenOn(
  server: Pick<ReceiverServer, "listen">,
  { flag, port, host }: PortRequest,
): Promise<string> {
  try {
    const given = await server.listen({ port, host });
    return `http://${host.includes(":") ? `[${host}]` : host}:${given}`;
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    const why = refusals[code] ?? `cannot be opened (${code})`;
    const message = `port ${port} of ${host} ${why}; choose another one with --${flag}, or 0 for a free one`;
    throw new PortUnavailable(message, { cause });
  }
}

/** Serves requests on a port other than the endpoint's. Throws `PortUnavailable`. */
export async function serveLocally({
  listener,
  ...request
}: PortRequest & { readonly listener: RequestListener }): Promise<{
  url: string;
  close: () => Promise<void>;
}> {
  const server = createServer(listener);
  const url = await listenOn({ listen: (address) => listen(server, address) }, request);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
