import { parsed } from "../../options/option.js";
import { receiverAddress } from "./receiver-address.js";

/** Option for the address that a receiver is configured with, if it differs from the one that is requested. */
export const publicUrl = parsed(
  {
    value: "URL",
    description: "the address that the receiver is configured with, if the signature covers it",
    otherwise: "the one that is requested",
  },
  (given, flag) => receiverAddress(flag, given),
);
