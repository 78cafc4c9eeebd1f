import type { Protocol } from "@oipkit/runtime/webhook";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { markdownCode } from "../../../reader/text/code/markdown.js";
import type { View } from "../../render/template.js";
import { verificationText } from "./verification.js";

const text = (value: string | number): Code => markdownCode(String(value));

/** What the steps of a delivery don't say, each part with its title. */
export function protocolParts(protocol: Protocol): View[] {
  return [
    ...timePart(protocol),
    ...orderPart(protocol),
    ...testPart(protocol),
    ...callbackPart(protocol),
    ...verificationPart(protocol),
  ];
}

function timePart({ event: { time }, headers }: Protocol): View[] {
  const place = time?.pointer ?? headers.eventTime;
  if (time === undefined || place === undefined) return [];
  const form =
    time.unit === "iso8601"
      ? code`a date and time with an offset (RFC 3339)`
      : code`${text(time.unit)} since 1970`;
  const rule = code`${text(place)} says when an event happened (${form}). It isn't compared with a clock: an event may be delivered late.`;
  return [{ title: code`Time of events`, text: rule }];
}

function orderPart({ event, headers }: Protocol): View[] {
  const resource = event.ordering?.resource ?? headers.resource;
  const version = event.ordering?.version ?? headers.version;
  if (resource === undefined || version === undefined) return [];
  return [
    {
      title: code`Order of events`,
      text: code`After the answer, events are applied in the order of their versions (${text(version)}), for each resource (${text(resource)}) of each family of events. A resource that wasn't seen before is at version 0. The version after the current one is applied, followed by those that wait for it; a later one waits. An earlier version, or a second event of the same version, is stored but not applied.`,
    },
  ];
}

function testPart({ event, headers }: Protocol): View[] {
  if (event.testIdPrefix === undefined) return [];
  const hint =
    headers.test === undefined
      ? code``
      : code`, whatever ${text(headers.test)} says; that header isn't signed`;
  return [
    {
      title: code`Test events`,
      text: code`An event is a test if its id begins with ${text(event.testIdPrefix)}${hint}. It passes all steps except the comparison with the configuration and is stored as a test, but neither applied nor handled.`,
    },
  ];
}

function callbackPart({ callbacks, responses, token, event, headers }: Protocol): View[] {
  if (callbacks === undefined || callbacks.eventTypes.length === 0) return [];
  const names = join(callbacks.eventTypes.map(text), ", ");
  const last = token === undefined ? code`the body is parsed` : code`the token is compared`;
  const compared =
    (event.id === undefined || headers.eventId === undefined) &&
    (event.type === undefined || headers.eventType === undefined)
      ? code``
      : code` Its id and type equal the headers, as in an event.`;
  return [
    {
      title: code`Callbacks`,
      text: code`The sender of ${names} waits for a result. A callback is checked like an event until ${last}.${compared} Nothing else of its content is known, so neither a schema nor the configuration is compared, and it isn't stored. Answer ${text(200)} with the result as JSON within ${text(callbacks.timeoutSeconds)} seconds, or ${text(responses.unavailable)} if there is none in time.`,
    },
  ];
}

function verificationPart(protocol: Protocol): View[] {
  const { verification } = protocol;
  if (verification === undefined) return [];
  return [{ title: code`Connection verification`, text: verificationText(verification, protocol) }];
}
