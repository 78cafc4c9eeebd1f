import type { EventDeclaration, EventValidator, JsonObject, Protocol } from "@oipkit/runtime/webhook";
import type { EventSet } from "../../documents/catalog.js";
import { loadCatalog, protocolOf } from "../../documents/load-catalog.js";
import { findGeneratedFolder } from "../generated-folder.js";
import { UsageError } from "../usage.js";

/** What a generated folder says about a set of events. */
export interface ReceiverSdk {
  readonly protocol: Protocol;
  readonly events: readonly EventDeclaration[];
  readonly validate: EventValidator<JsonObject>;
}

/** Which generated receiver to run. */
export interface SdkOptions {
  readonly cwd: string;
  /** A generated folder; left out, the one that `oipkit validate` would use. */
  readonly folder: string | undefined;
  /** Name of the set; left out, the only one that has a protocol. */
  readonly set: string | undefined;
}

/** Loads the protocol, the events and their validator. Throws `UsageError` where the folder lacks any of them. */
export async function loadSdk({ cwd, folder, set: name }: SdkOptions): Promise<ReceiverSdk> {
  const { eventSets } = await loadCatalog(await findGeneratedFolder(cwd, folder));
  const set = chooseSet(eventSets, name);
  const protocol = await protocolOf(set);
  if (protocol === undefined || set.events === undefined) {
    throw new UsageError(
      `\`${set.name}\` has no webhook protocol, or was made by an older oipkit: generate it again`,
    );
  }
  const { validateEvent } = await set.load();
  return { protocol, events: set.events, validate: validateEvent as unknown as EventValidator<JsonObject> };
}

function chooseSet(sets: readonly EventSet[], name: string | undefined): EventSet {
  const names = sets.map((set) => set.name).join(", ");
  if (sets.length === 0) throw new UsageError("the SDK has no events; name another folder with --sdk");
  if (name === undefined) {
    const usable = sets.filter(({ loadProtocol }) => loadProtocol !== undefined);
    const [only] = usable;
    if (only !== undefined && usable.length === 1) return only;
    throw new UsageError(
      usable.length === 0
        ? `no set of events has a webhook protocol (${names})`
        : `there are several sets of events (${names}); choose one with --events`,
    );
  }
  const found = sets.find((set) => set.name === name);
  if (found === undefined) throw new UsageError(`there is no set of events \`${name}\`; there are ${names}`);
  return found;
}
