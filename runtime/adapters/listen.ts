import type { Server } from "node:http";

/** Starts listening and resolves to the port; 0 picks a free one. Rejects if the port is unavailable. */
export function listen(
  server: Server,
  { port, host = "127.0.0.1" }: { readonly port: number; readonly host?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
