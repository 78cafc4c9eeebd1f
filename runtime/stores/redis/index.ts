export { StoreFailure, type StoreFailureCode } from "../../ports/stores.js";
export { createRedisNonces, type RedisClient, type RedisNoncesOptions } from "./nonces.js";
