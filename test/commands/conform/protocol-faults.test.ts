import { afterEach, describe, expect, it } from "vitest";
import { runSuite } from "../../../commands/conform/index.js";
import { protocolCases } from "../../../generator/emit/conformance/protocol/protocol-cases.js";
import {
  createMemoryNonces,
  type Protocol,
  type Receiver,
  toNodeListener,
} from "../../../runtime/webhook/index.js";
import { acmeSuite, closeAll, thing, untilClosed } from "../../support/commands/conform/acme-suite.js";
import { bodyJson, intercepted, type ReadRequest } from "../../support/commands/conform/faults.js";
import { statedRules } from "../../support/commands/conform/stated-rules.js";
import { startServer } from "../../support/commands/conform/subject.js";
import {
  acme,
  acmeReceiver,
  application,
  credentials,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";

afterEach(closeAll);

type Answering = Pick<Receiver, "answer">;

/** A receiver that differs from a correct one in one point. */
interface Fault {
  readonly name: string;
  /** The parts whose cases fail. */
  readonly fails: readonly string[];
  readonly make: (open: Open) => Answering;
}

/** Opens a correct receiver, or one of another protocol or with other options. */
type Open = (protocol?: Partial<Protocol>, options?: object) => Answering;

const encryptKey = "sealing-key-8812";

const isCallback = (request: ReadRequest): boolean => request.header("acme-topic") === "acme.call";
const { token: _token, ...tokenless } = acme;
const { binding: _binding, ...unbound } = acme.event;
const call = { status: 200, answer: '{"done":true}' };

const faults: readonly Fault[] = [
  {
    name: "doesn't compare the token",
    fails: ["token"],
    make(open) {
      // The receiver without a token has to leave callbacks to the other one, which checks theirs.
      const lax = open({}, { protocol: tokenless, verificationToken: undefined });
      return either(lax, open());
    },
  },
  {
    name: "forgets nonces",
    fails: ["nonce"],
    make: (open) => either(open({}, { nonces: { ...createMemoryNonces(), reserve: () => true } }), open()),
  },
  {
    name: "doesn't compare the binding",
    fails: ["binding"],
    make: (open) => open({ event: unbound }),
  },
  {
    name: "refuses test events",
    fails: ["tests"],
    make: (open) =>
      intercepted(open(), (request) =>
        request.header("acme-id")?.startsWith(acme.event.testIdPrefix) === true ? { status: 400 } : {},
      ),
  },
  {
    name: "returns any challenge",
    fails: ["verification"],
    make: (open) =>
      intercepted(open(), (request) => {
        const { echo } = bodyJson(request) ?? {};
        if (echo === undefined) return {};
        return { status: 203, answer: JSON.stringify({ echo }) };
      }),
  },
  {
    name: "escapes the challenge twice",
    fails: ["verification"],
    make: (open) =>
      intercepted(open(), (request) => {
        const { echo } = bodyJson(request) ?? {};
        if (request.header("acme-hello") !== "hello" || typeof echo !== "string" || !echo.includes('"'))
          return {};
        return { status: 203, answer: JSON.stringify({ echo: JSON.stringify(echo) }) };
      }),
  },
  {
    name: "answers callbacks before it checks them",
    fails: ["callbacks"],
    make: (open) => intercepted(open(), (request) => (isCallback(request) ? call : {})),
  },
  {
    name: "acknowledges callbacks like events",
    fails: ["callbacks"],
    make(open) {
      const inner = open();
      return {
        async answer(request) {
          const answer = await inner.answer(request);
          if (answer.status === 200) return { ...answer, status: 202, body: "" };
          return answer;
        },
      };
    },
  },
];

/** Callbacks go to the second one. */
function either(events: Answering, callbacks: Answering): Answering {
  return {
    answer: (request) => (request.header("acme-topic") === "acme.call" ? callbacks : events).answer(request),
  };
}

const encryptedFaults: readonly Fault[] = [
  {
    name: "takes plaintext when it can't decrypt",
    fails: ["encryption"],
    make: (open) => either(falling(open(), open({}, { encryptKey: undefined })), open()),
  },
  {
    name: "answers bodies that it can't decrypt with an error of its own",
    fails: ["encryption"],
    make(open) {
      const inner = open({ responses: { ...acme.responses, unprocessable: 400 } });
      return either(
        {
          async answer(request) {
            const body = Buffer.from((await request.readBody(1e6)) ?? []);
            const answer = await inner.answer({ ...request, readBody: () => body });
            const { sealed } = bodyJson({ body }) ?? {};
            const isShort = typeof sealed === "string" && Buffer.from(sealed, "base64").length < 32;
            if (answer.status === 400 && isShort) return { ...answer, status: 500 };
            return answer;
          },
        },
        open(),
      );
    },
  },
];

/** Tries the second one if the first one calls the content unacceptable. */
function falling(first: Answering, second: Answering): Answering {
  return {
    async answer(request) {
      const body = Buffer.from((await request.readBody(1e6)) ?? []);
      const again = { ...request, readBody: () => body };
      const answer = await first.answer(again);
      if (answer.status === 400 && bodyJson({ body })?.sealed === undefined) return second.answer(again);
      return answer;
    },
  };
}

async function failedParts({ make }: Fault, key: object = {}): Promise<readonly string[]> {
  const suite = acmeSuite(
    ...protocolCases(
      {
        protocol: acme,
        example: thing,
        event: thingEvent(),
        equal: [],
        isValid: () => true,
        otherContent: [{ set: "/note", to: "changed" }],
        callback: { subject: "acme.call", case: "plain" },
      },
      [],
      statedRules,
    ).cases,
  );
  const open: Open = (protocol = {}, options = {}) =>
    acmeReceiver({
      now: Date.now,
      onFault: () => {},
      onCallback: () => ({ done: true }),
      ...key,
      protocol: { ...acme, ...protocol },
      ...options,
    }).receiver;
  const receiver = make(open);
  const server = untilClosed(await startServer(toNodeListener(receiver)));
  const subject = { ...credentials, ...key, application, callbacks: true, url: server.url };
  const report = await runSuite({ suite, ...subject, strict: true });
  const failed = report.results.filter(({ result }) => result === "failed").map(({ id }) => id);
  return [...new Set(failed.map((id) => id.split("/")[1] ?? ""))];
}

describe("a receiver that", () => {
  it("is correct fails in no part", async () => {
    const correct: Fault = { name: "", fails: [], make: (open) => open() };
    expect(await failedParts(correct)).toEqual([]);
    expect(await failedParts(correct, { encryptKey })).toEqual([]);
  });

  it.each(faults)("$name fails in that part alone", async (fault) => {
    expect(await failedParts(fault)).toEqual(fault.fails);
  });

  it.each(encryptedFaults)("$name fails in that part alone", async (fault) => {
    expect(await failedParts(fault, { encryptKey })).toEqual(fault.fails);
  });
});
