import { openWebhook } from "../../webhook.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const { health } = await openWebhook();
  const report = await health.ready();
  return Response.json(report, { status: report.status === "ok" ? 200 : 503 });
}
