export { digests, lockFile, lockText } from "./lock.js";
export { isContractSource, parseContractSource, sourceForms } from "./source/contract-source.js";
export { takeContract } from "./source/take-contract.js";
