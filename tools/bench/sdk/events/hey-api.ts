import type { BookAddedWebhookPayload, BookLentWebhookPayload } from "./generated";

export const handlers = {
  bookAdded: (body: BookAddedWebhookPayload) => console.log(body.title),
  bookLent: (body: BookLentWebhookPayload) => console.log(body.due),
};
