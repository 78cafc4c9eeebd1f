import type { RequestWriters } from "../operation/operation-descriptor.js";
import { writeCookie, writeStyledHeader } from "./header-parameters.js";
import { writeStyledPath } from "./path-parameters.js";
import { writeStyledQuery } from "./query-parameters.js";
import { writeStreamBody } from "./stream-body.js";

/** Writers for everything that a descriptor can express: for descriptors that aren't generated. */
export const allWriters: RequestWriters = {
  path: writeStyledPath,
  query: writeStyledQuery,
  header: writeStyledHeader,
  cookie: writeCookie,
  body: writeStreamBody,
};
