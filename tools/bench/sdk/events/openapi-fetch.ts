import type { webhooks } from "./generated/types";

type Body<Name extends keyof webhooks> = webhooks[Name]["post"]["requestBody"]["content"]["application/json"];

export const handlers = {
  bookAdded: (body: Body<"bookAdded">) => console.log(body.id, body.title),
  bookLent: (body: Body<"bookLent">) => console.log(body.due),
};
