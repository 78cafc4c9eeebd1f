import { readFile } from "node:fs/promises";
import { clientCredentials, TokenRequestError } from "@oipkit/runtime/oauth";
import { createClient } from "@oipkit/sdk/platform/client.js";

const { SERVICE_IDENTITY_ISSUER, SERVICE_API_BASE, CLIENT_ID, CLIENT_SECRET_FILE } = process.env;

const { catalog } = createClient({
  environment: "sandbox",
  issuer: SERVICE_IDENTITY_ISSUER ?? "",
  baseUrl: SERVICE_API_BASE ?? "",
  credentials: clientCredentials({
    clientId: CLIENT_ID ?? "",
    // Read for each token request, so a rotated secret takes effect at once.
    clientSecret: async () => (await readFile(CLIENT_SECRET_FILE ?? "", "utf8")).trim(),
  }),
});

try {
  const answer = await catalog.listProducts();
  console.log(answer.ok ? answer.body : `refused with status ${answer.status}`);
} catch (error) {
  if (!(error instanceof TokenRequestError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
