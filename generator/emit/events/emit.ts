import type { OutputContext } from "../../outputs/output.js";
import type { GeneratedFile } from "../file.js";
import { emitProtocol } from "./protocol.js";
import { emitReceiver } from "./receiver.js";

/** The webhook protocol and the receiver of each set of events. */
export function emitProtocols({ model, render }: OutputContext): GeneratedFile[] {
  return model.eventSets.flatMap((set) => [...emitProtocol(set, render), ...emitReceiver(set, render)]);
}
