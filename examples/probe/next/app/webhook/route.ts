/** The receiver as a route of Next.js's App Router: `app/webhook/route.ts`. */
import { toNextRoute } from "@oipkit/runtime/adapters/next";
import { probedReceiver } from "../../probed-receiver.js";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = toNextRoute(() => probedReceiver().receiver);
