import { openWebhook } from "../../../webhook.ts";

async function answer(request: Request): Promise<Response> {
  return (await openWebhook()).probe.handle(request);
}

export { answer as GET, answer as POST, answer as PUT };
