import type { BindingPart, JsonObject, SignatureScheme } from "@oipkit/runtime/webhook";
import type { Respelling, TextEncodingName } from "./body-spelling.js";
import type { PaddingFault } from "./padding-fault.js";
import type { Variation, Varied } from "./variation.js";

export type { Variation, VariationName, Varied } from "./variation.js";

/** One event delivery and how it deviates from a correct one; deviations apply in the order of these fields. */
export interface Delivery {
  /** The event: one of the suite's examples, or a whole one. Ids and binding are replaced by fresh and correct ones. */
  readonly example?: ExampleRef;
  readonly event?: JsonObject;
  /** Adds the subject's binding if the event lacks it and other examples of its kind show that it is optional. */
  readonly bind?: boolean;
  /** Deliveries with the same label within a case share event id and delivery id. Default: `a`. */
  readonly as?: string;
  /** Deliveries with the same resource label within a case are about one resource. By default all are. */
  readonly resource?: string;
  /** The event id is that of a test. */
  readonly test?: boolean;
  readonly change?: readonly EventChange[];
  /** Further events of the same request, after this one; only for a protocol with batches. */
  readonly others?: readonly OtherEvent[];
  /** The request has no event at all; only for a protocol with batches. */
  readonly empty?: boolean;
  /** The transport token. Default: the correct one. `outside`: next to the ciphertext instead of in it. `listed`: the correct one in an array. */
  readonly token?: "missing" | "other" | "outside" | "listed" | { readonly value: unknown };
  /** Edits of the plaintext before it is encrypted and signed. */
  readonly body?: readonly ByteEdit[];
  readonly encryption?: EncryptionFault;
  /** Edits of the whole body before signing, after encryption. */
  readonly outer?: readonly ByteEdit[];
  readonly timestamp?: {
    /** Seconds from now. */
    readonly offset?: number;
    /**
     * The header's text; `{seconds}` is replaced by the timestamp, `{hex}` by the same in hexadecimal digits, `{head}` and
     * `{tail}` by its first digit and the others, `{date}` by the time in RFC 3339. `timestamp-text.ts` has further ones.
     */
    readonly format?: string;
    /** What is sent in place of the text that is signed; likewise. The case doesn't apply if both are the same. */
    readonly sent?: string;
  };
  /** Deliveries with the same nonce label within a case share a nonce, or vary it. Default: each has its own. */
  readonly nonce?: string | { readonly of: string; readonly as: Variation };
  /** Query, without its question mark, that is added to the receiver's address; the sent one may differ from the signed one. */
  readonly query?: string | { readonly signed: string; readonly sent: string };
  readonly signature?: SignatureFault;
  /**
   * Number, from 2, of a part of the signed content. After signing, its first byte is moved to the end of the part before it,
   * so that both are other values, although the bytes in a row are the same.
   */
  readonly moved?: number;
  /** Edits of the body after signing. */
  readonly wire?: readonly ByteEdit[];
  readonly headers?: readonly HeaderChange[];
  readonly method?: string;
  /** The body is sent in pieces of this many bytes. Default: in one. */
  readonly pieceBytes?: number;
  /** The body is sent with `Transfer-Encoding: chunked`, one piece per chunk. Default: with its length. */
  readonly chunked?: boolean;
}

/** A further event of a request; by default the delivery's own example, and also its label `a`. */
export type OtherEvent = Pick<Delivery, "example" | "event" | "as" | "resource" | "test" | "change">;

/** A change to a JSON value. */
export type Change = { readonly set: string; readonly to: unknown } | { readonly remove: string };

/** A change to an event; `own` sets the subject's configured value. */
export type EventChange = Change | Varied | { readonly set: string; readonly own: BindingPart };

/** A change to raw bytes. `replace` takes the first occurrence, which must exist. */
export type ByteEdit =
  | { readonly append: string }
  | { readonly prepend: string }
  | { readonly replace: string; readonly with: string }
  | { readonly replace: string; readonly withHex: string }
  /** Replaced by this many nested arrays. */
  | { readonly replace: string; readonly withNested: number }
  | { readonly content: string }
  | { readonly appendHex: string }
  /** The JSON serialized with this many spaces of indentation. */
  | { readonly indent: number }
  /** The JSON serialized with the members of every object in reverse order. */
  | { readonly members: "reversed" }
  /** The JSON serialized with one text varied, or with another member or name. */
  | Varied
  | { readonly put: string; readonly value: unknown }
  | { readonly drop: string }
  | { readonly copy: string; readonly to: string }
  | { readonly rename: string; readonly to: string }
  /** The text as a JSON string. */
  | { readonly stringified: true }
  /** Padded with spaces to this many bytes. */
  | { readonly padTo: number }
  | { readonly compress: "gzip" | "deflate" | "brotli" }
  /** The same JSON in another spelling: `respelling.ts`. */
  | { readonly respell: Respelling }
  /** The text in an encoding that a reader may undo. */
  | { readonly encode: TextEncodingName };

/** How an encrypted body is corrupted. Only for cases that need encryption. */
export interface EncryptionFault {
  /** Sends the plaintext as it is. */
  readonly off?: boolean;
  /** Encrypts with another key. */
  readonly key?: "other";
  /** `broken`: the last byte is not a valid padding byte. `PaddingFault` has the others. */
  readonly padding?: "broken" | PaddingFault;
  /** Length of the padding, from 1 to 16: spaces after the JSON fill the block up to it. */
  readonly paddingBytes?: number;
  /** Length to which IV and ciphertext are cut, in bytes. */
  readonly keepBytes?: number;
  /** Bytes after the ciphertext, in hexadecimal digits. */
  readonly appendHex?: string;
  /** Edits of the encoded text. */
  readonly encoded?: readonly ByteEdit[];
  readonly alphabet?: "url";
  /** Further properties of the outer body. */
  readonly extra?: JsonObject;
  /** Encrypts the outer body once more. */
  readonly twice?: boolean;
  /**
   * What stands in place of the encoded ciphertext, as if nothing had to be decrypted: the JSON as text, in Base64 or in
   * hexadecimal digits, or as a value; or the ciphertext in another encoding.
   */
  readonly instead?:
    | "text"
    | "base64"
    | "base64url"
    | "hex"
    | "value"
    | "ciphertext-hex"
    | "ciphertext-base64-twice";
  /** The members of the JSON are also next to the ciphertext. */
  readonly beside?: true;
}

/** What is wrong with a signature. */
export interface SignatureFault {
  /** Default: `current`. */
  readonly secret?: "current" | "previous" | "other" | "empty";
  /** Signs with timestamp and nonce swapped. */
  readonly swapped?: boolean;
  /** Signs a timestamp this many seconds after that of the header. */
  readonly offset?: number;
  /** Signs as if the nonce were empty. */
  readonly withoutNonce?: boolean;
  /** Signs the body alone. */
  readonly bodyOnly?: boolean;
  /** Signs the JSON serialized without white space, instead of the bytes that are sent. */
  readonly reprinted?: boolean;
  /** Signs the address of another host. */
  readonly url?: "other";
  /**
   * In a header that may have several signatures, one made with another secret precedes. `unknown`: as an entry of another
   * version of the scheme.
   */
  readonly beside?: "other" | "unknown";
  /** Instead of the protocol's. */
  readonly prefix?: string;
  readonly upperCase?: boolean;
  /** Number of digits to which the signature is cut, or padded with zeros. */
  readonly digits?: number;
  /** Number of the digit, from 1, that is replaced by another. `true`: the first. */
  readonly altered?: boolean | number;
  /** Text that follows the digits. */
  readonly suffix?: string;
  /** How it is made instead of as the protocol says. */
  readonly made?: MadeSignature;
  /** How the signature of an HTTP message deviates. */
  readonly message?: MessageFault;
}

/** What is wrong with the signature of an HTTP message (RFC 9421); all of it is signed as it is sent, unless it says otherwise. */
export interface MessageFault {
  /** The covered components, in order. Default: those of the protocol. */
  readonly components?: readonly string[];
  /** The components that the header lists, although others are signed. */
  readonly listed?: readonly string[];
  /** Texts of parameters by name; an empty one leaves its parameter out, `{seconds-60}` is a time relative to the timestamp. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The same, changed after signing. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly label?: string;
  /** Label in the header `Signature` alone. */
  readonly signatureLabel?: string;
  /** The digest: left out although it is listed, of another body, or by MD5. */
  readonly digest?: "missing" | "other" | "insecure";
  /** The signature is a string, not bytes. */
  readonly asString?: boolean;
}

/** A header by its role in the protocol, or by its name. */
export type HeaderRef = string;

/** A change to the headers of a request. */
export type HeaderChange =
  | { readonly set: HeaderRef; readonly to: string }
  | { readonly remove: HeaderRef }
  /** Sent a second time, with its own value or another one after it, or before it. */
  | { readonly double: HeaderRef; readonly with?: string; readonly first?: true }
  /** Its text varied. */
  | { readonly vary: HeaderRef; readonly as: Variation }
  /** Its name in lower or upper case. */
  | { readonly spell: HeaderRef; readonly in: "lower" | "upper" }
  /** Given a new value that was never used before. */
  | { readonly fresh: HeaderRef };

/** A connection verification. */
export interface Verification {
  /** Text of the challenge, or its length in characters, or none. Default: a fresh one. */
  readonly challenge?: string | { readonly length: number } | { readonly absent: true };
  /** What is wrong with its signature, if the protocol signs verifications. */
  readonly signature?: SignatureFault;
  /** Changes to the request's body. */
  readonly change?: readonly Change[];
  /** Edits of its bytes. */
  readonly body?: readonly ByteEdit[];
  readonly headers?: readonly HeaderChange[];
  /** The body is sent in pieces of this many bytes. */
  readonly pieceBytes?: number;
}

/** A part of a request that is signed. */
export type SignedPart = SignatureScheme["content"][number];

/** How a signature is made in another way than the protocol says; what is left out is as in the protocol. */
export interface MadeSignature {
  /** The parts that are signed, in order. */
  readonly content?: readonly SignedPart[];
  readonly separator?: string;
  /** Parts that are signed as if they were empty, with their separators. */
  readonly blank?: readonly SignedPart[];
  /** Text in front of the signed content, and after it. */
  readonly before?: string;
  readonly after?: string;
  /**
   * What is signed in place of the body. `plaintext`: the JSON before encryption. `trimmed`: the body without white space at its
   * ends. `line`: the body and a line feed. `tokenless`: the JSON without the verification token. `sorted`: the JSON with sorted members.
   */
  readonly over?: "plaintext" | "trimmed" | "line" | "tokenless" | "sorted";
  /** Another text that the receiver knows, as the key; `hashed`: the SHA-256 of the secret in hexadecimal digits. */
  readonly key?: "token" | "encrypt-key" | "application" | "hashed";
  readonly algorithm?: "hmac-sha1" | "hmac-sha256" | "hmac-sha512";
  readonly encoding?: "hex" | "base64" | "base64url";
  /** Every other letter in upper case. */
  readonly mixedCase?: true;
}

/** A valid event among the suite's examples. */
export interface ExampleRef {
  readonly subject: string;
  readonly case: string;
}
