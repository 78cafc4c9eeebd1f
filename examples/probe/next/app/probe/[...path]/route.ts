/** The receiver's probe as a route of Next.js's App Router: `app/probe/[...path]/route.ts`. */
import { probedReceiver } from "../../../probed-receiver.js";

const handle = (request: Request): Promise<Response> => probedReceiver().probe.handle(request);

export { handle as GET, handle as POST, handle as PUT };
