import type { OutputContext } from "../../outputs/output.js";
import type { GeneratedFile } from "../file.js";
import { emitProtocol } from "./protocol.js";
import { emitReceiver } from "./receiver.js";

/** The webhook protocol of each set of events, and its receiver. */
export function emitProtocols({ model, render }: OutputContext): GeneratedFile[] {
  return model.eventSets.flatMap((set) => [...emitProtocol(set, render), ...emitReceiver(set, render)]);
}
