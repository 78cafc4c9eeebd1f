import type { Server } from "node:http";

/** Starts listening and gives the port; 0 takes a free one. Rejects where the port can't be had. */
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
