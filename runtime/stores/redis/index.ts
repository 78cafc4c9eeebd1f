export { StoreFailure, type StoreFailureCode } from "../store-failure.js";
export { createRedisNonces, type RedisClient, type RedisNoncesOptions } from "./nonces.js";
