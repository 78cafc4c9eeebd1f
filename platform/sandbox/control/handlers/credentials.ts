import { DeliveryError } from "@oipkit/delivery";
import type { Handlers } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { actor } from "./webhook.js";

/** The operations of what deliveries are signed with. */
export function credentialHandlers({
  delivery: { credentials },
}: Pick<SandboxParts, "delivery">): Handlers<
  "createCredentials" | "revealSigningSecret" | "rotateCredential"
> {
  return {
    async createCredentials({ path: { application_id: application } }) {
      const created = await credentials.ensure(application, { actor });
      // Their secure delivery is this answer.
      for (const version of created) await credentials.confirm(version, { actor });
      return {
        credentials: created.map(({ kind, version, secret }) => ({ kind, version, state: "active", secret })),
      };
    },
    async revealSigningSecret({ path: { application_id: application } }) {
      const { version, secret } = await credentials.reveal(application, { actor });
      return { kind: "signing-secret", version, state: "active", secret };
    },
    async rotateCredential({ path: { application_id: application, kind }, body: { operation_id } }) {
      let secret: string | null = null;
      // Its secure delivery is this answer.
      const deliver = async (made: { readonly secret: string }): Promise<void> => {
        secret = made.secret;
      };
      const rotation = { operationId: operation_id, actor, deliver };
      const { version } = await credentials.rotate(application, kind, rotation);
      const versions = await credentials.list(application);
      const found = versions.find((each) => each.kind === kind && each.version === version);
      if (found === undefined)
        throw new DeliveryError("credential-missing", `the application has no ${kind}`);
      return { kind, version, state: found.state, secret };
    },
  };
}
