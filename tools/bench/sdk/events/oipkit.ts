import { createWebhooks } from "./generated/library/webhooks.js";

export const webhooks = createWebhooks({
  authenticate: "elsewhere",
  handlers: {
    bookAdded: ({ body }) => {
      console.log(body.id, body.title);
      return { status: 204 };
    },
    bookLent: ({ body }) => {
      console.log(body.due);
      return { status: 204 };
    },
  },
  fallback: () => ({ status: 204 }),
});
