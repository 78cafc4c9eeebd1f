import type { ReceiverOptions } from "./options.js";
import type { ApplicationBinding } from "./steps/binding.js";
import type { Protocol } from "./wire/protocol.js";

/**
 * The options of a receiver for one protocol: what the protocol uses is required, and what it doesn't have is refused.
 * Generated receivers use it with their own protocol.
 */
export type ReceiverOptionsOf<Given extends Protocol, Event, Callback, Transaction> = Omit<
  ReceiverOptions<Event, Callback, Transaction>,
  keyof ProtocolOptions
> &
  Keys<Given> &
  WithToken<Given> &
  WithNonce<Given> &
  WithEncryption<Given> &
  WithUrl<Given> &
  WithBatches<Given> &
  WithApplication<Given>;

type ProtocolOptions = Pick<
  ReceiverOptions<unknown>,
  | "secrets"
  | "publicKeys"
  | "verificationToken"
  | "nonces"
  | "reserveNonce"
  | "encryptKey"
  | "url"
  | "application"
  | "maxBatchEvents"
>;

type Needed<Name extends keyof ProtocolOptions> = {
  readonly [Key in keyof Pick<ProtocolOptions, Name>]-?: NonNullable<ProtocolOptions[Key]>;
};

type Refused<Name extends keyof ProtocolOptions> = { readonly [Key in Name]?: never };

type Keys<Given extends Protocol> = Given["signature"]["algorithm"] extends `hmac-${string}`
  ? Needed<"secrets"> & Refused<"publicKeys">
  : Needed<"publicKeys"> & Refused<"secrets">;

type WithToken<Given extends Protocol> = Given extends { readonly token: object }
  ? Needed<"verificationToken">
  : Refused<"verificationToken">;

type WithNonce<Given extends Protocol> = Given extends { readonly nonce: object }
  ? Needed<"nonces"> & Pick<ProtocolOptions, "reserveNonce">
  : Refused<"nonces" | "reserveNonce">;

type WithEncryption<Given extends Protocol> = Given extends { readonly encryption: object }
  ? Pick<ProtocolOptions, "encryptKey">
  : Refused<"encryptKey">;

type WithUrl<Given extends Protocol> = "url" extends Given["signature"]["content"][number]
  ? Needed<"url">
  : Refused<"url">;

type WithBatches<Given extends Protocol> = Given["event"] extends { readonly batch: string }
  ? Pick<ProtocolOptions, "maxBatchEvents">
  : Refused<"maxBatchEvents">;

type WithApplication<Given extends Protocol> = Given["event"] extends { readonly binding: infer Binding }
  ? {
      /** The Application that the endpoint belongs to. An event for another one is refused. */
      readonly application: Binding extends { readonly environment: readonly [string, ...string[]] }
        ? ApplicationBinding & { readonly environment: string }
        : ApplicationBinding;
    }
  : Pick<ProtocolOptions, "application">;
