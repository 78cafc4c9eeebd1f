import { runCommand } from "../../../cli/run-command.js";
import { contractFolder } from "../../../generator/emit/contract-folder.js";

/** What a small API sends and receives. */
export interface Shop {
  parameter: Record<string, unknown>;
  sent: unknown;
  received: unknown;
  schemas: Record<string, unknown>;
}

/** An API with one operation, `POST /a`. */
export const api = ({ parameter, sent, received, schemas }: Shop) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/a": {
      post: {
        operationId: "a",
        parameters: [{ name: "q", in: "query", ...parameter }],
        requestBody: { content: { "application/json": sent === undefined ? {} : { schema: sent } } },
        responses: {
          200: {
            description: "d",
            content: { "application/json": received === undefined ? {} : { schema: received } },
          },
        },
      },
    },
  },
  components: { schemas },
});

/** A schema. */
export const integer = { type: "integer" };
/** The API from which each comparison starts. */
export const shop: Shop = {
  parameter: { schema: integer },
  sent: { type: "object", properties: { size: integer } },
  received: { type: "object", properties: { size: integer } },
  schemas: { Size: { ...integer, default: 3 }, Other: { ...integer, default: 4 } },
};

/** The codes of what changes from one shop to another, each with the level and the end of its subject. */
export async function findings(
  old: Partial<Shop>,
  current: Partial<Shop>,
  ...options: string[]
): Promise<string[]> {
  const cwd = await contractFolder({
    "old.openapi.json": api({ ...shop, ...old }),
    "new.openapi.json": api({ ...shop, ...current }),
  });
  const { out, err } = await runCommand(
    cwd,
    "diff",
    "old.openapi.json",
    "new.openapi.json",
    "--format",
    "json",
    ...options,
  );
  const report = JSON.parse(out === "" ? err : out) as {
    findings: { level: string; code: string; subjects: string[]; message: string }[];
  };
  return report.findings.map(
    ({ level, code, subjects: [subject = ""] }) => `${level} ${code} ${subject.split(", ")[1]}`,
  );
}
