export { StoreFailure, type StoreFailureCode } from "../../ports/store-failure.js";
export { createRedisNonces, type RedisClient, type RedisNoncesOptions } from "./nonces.js";
