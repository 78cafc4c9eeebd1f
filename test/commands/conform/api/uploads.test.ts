import { describe, expect, it } from "vitest";
import { runApi } from "../../../../commands/conform/api/run/run-api.js";
import { createHttpSend } from "../../../../commands/conform/exchange/http-send.js";
import type { Report } from "../../../../commands/conform/result.js";
import { amply, failures } from "../../../support/commands/conform/api/run-shop.js";
import {
  startUploads,
  type UploadsFault,
  uploadsContract,
} from "../../../support/commands/conform/api/uploads-api.js";
import { loadText } from "../../../support/commands/mock/pets.js";

describe("bodies that aren't JSON", () => {
  it("reach a correct server, which breaks no rule", async () => {
    const report = await run();
    expect(failures(report)).toEqual([]);
    const { subject } = report;
    const operations = subject.kind === "api" ? subject.operations : [];
    expect(operations.filter(({ reached }) => !reached)).toEqual([]);
    expect(operations).toHaveLength(5);
  });

  it.each([
    [
      "takes a form without a file",
      "refused/addPicture/body/file/required (must): the server accepts a request of addPicture in which `/file` is missing, though it is required",
    ],
    [
      "takes any size",
      "refused/addPicture/body/size/maximum (must): the server accepts a request of addPicture in which `/size` is 501, and 500 is the maximum",
    ],
    [
      "takes any tag",
      "refused/addPicture/body/tags/0/pattern (must): the server accepts a request of addPicture in which `/tags/0` doesn't match the pattern",
    ],
    [
      "loses a tag",
      'created-readable/addPicture (must): the server shows what addPicture made with another content: `/tags` is [] instead of ["b"]',
    ],
    ["fails at bytes", "server-error/setContent (must): the server fails: it answers setContent with 500"],
    ["fails at XML", "server-error/addAlbum (must): the server fails: it answers addAlbum with 500"],
    [
      "takes long captions",
      "refused/setCaption/body/maxLength (must): the server accepts a request of setCaption in which the body has 21 characters, and 20 is the maximum",
    ],
  ] as const)("find a server that %s", async (fault, failure) => {
    expect(failures(await run(fault))).toContain(failure);
  });
});

async function run(fault?: UploadsFault): Promise<Report> {
  const server = await startUploads(fault);
  const http = createHttpSend(() => performance.now());
  try {
    return await runApi({
      contracts: await loadText(uploadsContract),
      contract: "uploads.yaml",
      url: server.url,
      identities: [],
      limits: amply,
      seed: 7,
      send: http.send,
      now: () => performance.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  } finally {
    http.close();
    await server.close();
  }
}
