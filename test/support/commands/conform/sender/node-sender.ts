import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";

/** A sender that runs in this process. */
export interface RunningSender {
  readonly controlUrl: string;
  readonly close: () => Promise<void>;
}

const original = new URL("../../../../../examples/senders/node/sender.mjs", import.meta.url);

/** Starts the sender of a file, by default the correct one. */
export async function startNodeSender(file?: string): Promise<RunningSender> {
  const url = file === undefined ? original : pathToFileURL(file);
  const { createSender } = (await import(url.href)) as { createSender: () => { server: Server } };
  const { server } = createSender();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    controlUrl: `http://127.0.0.1:${port}/control`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
