import { describe, expect, it } from "vitest";
import { failures } from "../../../support/commands/conform/api/run-shop.js";
import { runSmall } from "../../../support/commands/conform/api/small-api.js";
import {
  type TicketFault,
  Tickets,
  ticketContract,
} from "../../../support/commands/conform/api/ticket-api.js";

describe("a counter", () => {
  const run = (fault?: TicketFault) =>
    runSmall(ticketContract, new Tickets(fault).answer, { only: ["counter/*"] });

  it("passes if it follows what it counts", async () => {
    const { results, conforms } = await run();
    expect(results.map(({ id, result }) => [id, result])).toEqual([
      ["counter/getTicket/commentCount/addComment", "passed"],
      ["counter/getTicket/commentCount/removeComment", "passed"],
    ]);
    expect(conforms).toBe(true);
  });

  it.each([
    [
      "stays",
      "counter/getTicket/commentCount/addComment (must): `commentCount` is 0 after addComment, and was 0 before",
    ],
    [
      "never shrinks",
      "counter/getTicket/commentCount/removeComment (must): `commentCount` is 1 after removeComment, and was 0 before the item was made",
    ],
  ] as const)("fails if it %s", async (fault, failure) => {
    expect(failures(await run(fault))).toEqual([failure]);
  });
});
