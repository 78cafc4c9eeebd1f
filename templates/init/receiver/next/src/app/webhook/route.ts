import { toNextRoute } from "@oipkit/runtime/adapters/next";
import { openWebhook } from "../../webhook.ts";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = toNextRoute(() => ({
  answer: async (request) => (await openWebhook()).receiver.answer(request),
  drain: async () => (await openWebhook()).receiver.drain(),
}));
