import { mediaCovers, mediaEssence, mediaKind } from "../http/operation/media-type.js";
import { ownMember } from "../http/own-member.js";
import type { IncomingCheck, IncomingChecks, IncomingDescriptor } from "./descriptor.js";
import type { RequestContext } from "./options.js";
import { readParameters } from "./read-parameters.js";
import { Refused, type RequestFinding } from "./refusal.js";

/** A request whose body is parsed. */
export interface ParsedRequest extends Pick<RequestContext, "header" | "url"> {
  /** `undefined` if there is none. */
  readonly body: unknown;
  readonly contentType: string | null;
}

interface Contract {
  readonly descriptor: IncomingDescriptor;
  readonly checks?: IncomingChecks | undefined;
}

/** The request as a handler gets it: parameters by key, `body`, and `contentType` if the contract has several. Throws `Refused`. */
export function checkRequest({ descriptor, checks }: Contract, request: ParsedRequest): object {
  const { parameters: declared = [], body: described } = descriptor;
  const findings: RequestFinding[] = [];
  const run = (part: string, check: IncomingCheck | undefined, value: unknown): void => {
    for (const { code, pointer, message } of check?.(value) ?? [])
      findings.push({ part, code, pointer, message });
  };
  const missing = (part: string, message: string): void => {
    findings.push({ part, code: "required", pointer: "", message });
  };
  const members = new Map(readParameters(declared, request));
  for (const { key, name, in: where, required } of declared) {
    if (members.has(key)) run(key, ownMember(checks?.parameters, key), members.get(key));
    else if (required)
      missing(key, `the ${where === "query" ? "query parameter" : "header"} \`${name}\` is missing`);
  }
  if (described !== undefined) {
    if (request.body !== undefined) {
      const type = declaredType(described.contentTypes, request.contentType);
      // What a range covers is checked if it is JSON; nothing describes how another body would be read.
      if (mediaKind(request.contentType) === "json") run("body", ownMember(checks?.body, type), request.body);
      members.set("body", request.body);
      members.set("contentType", type);
    } else if (described.required) missing("body", "the body is missing");
  }
  if (findings.length > 0) throw new Refused("invalid-request", 400, { findings });
  return Object.fromEntries(members);
}

/** The media type of the contract that is a body's; if JSON is declared, that of any JSON; or one that covers it. */
function declaredType(declared: readonly string[], given: string | null): string {
  const exact = declared.find((type) => mediaEssence(type) === mediaEssence(given));
  const isJson = (type: string): boolean => mediaKind(type) === "json" && !type.includes("*");
  const json = mediaKind(given) === "json" ? declared.find(isJson) : undefined;
  const type = exact ?? json ?? declared.find((each) => mediaCovers(each, given ?? ""));
  if (type === undefined) throw new Refused("unsupported-media-type", 415);
  return type;
}
