import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** An API whose bodies are a form with a file, a text, bytes and a document of XML. */
export const uploadsContract = `
openapi: 3.1.0
info: { title: Uploads, version: "1" }
paths:
  /pictures:
    post:
      operationId: addPicture
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file, title]
              properties:
                file: { type: string, format: binary }
                title: { type: string, minLength: 1, maxLength: 40 }
                size: { type: integer, minimum: 1, maximum: 500 }
                tags: { type: array, items: { type: string, pattern: "^[a-z]{1,10}$" }, maxItems: 3 }
                place:
                  type: object
                  required: [city]
                  properties: { city: { type: string, minLength: 1 } }
      responses:
        "201": { description: Made, content: { application/json: { schema: { $ref: "#/components/schemas/Picture" } } } }
        "400": { description: No form }
        "422": { description: Invalid }
  /pictures/{pictureId}:
    parameters: [{ name: pictureId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPicture
      responses:
        "200": { description: It, content: { application/json: { schema: { $ref: "#/components/schemas/Picture" } } } }
        "404": { description: Unknown }
  /pictures/{pictureId}/caption:
    parameters: [{ name: pictureId, in: path, required: true, schema: { type: string } }]
    put:
      operationId: setCaption
      requestBody: { required: true, content: { text/plain: { schema: { type: string, maxLength: 20 } } } }
      responses:
        "204": { description: Set }
        "404": { description: Unknown }
        "422": { description: Too long }
  /pictures/{pictureId}/content:
    parameters: [{ name: pictureId, in: path, required: true, schema: { type: string } }]
    put:
      operationId: setContent
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses:
        "204": { description: Set }
        "404": { description: Unknown }
  /albums:
    post:
      operationId: addAlbum
      requestBody:
        required: true
        content:
          application/xml:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string, xml: { attribute: true } }
                note: { type: string }
              xml: { name: album }
      responses:
        "201":
          description: Made
          content:
            application/json:
              schema: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
        "422": { description: Invalid }
components:
  schemas:
    Picture:
      type: object
      required: [id, title, file]
      properties:
        id: { type: string }
        title: { type: string }
        file: { type: string, description: Where it can be read. }
        size: { type: integer }
        tags: { type: array, items: { type: string } }
        place: { type: object, properties: { city: { type: string } } }
`;

/** What the server does wrong. */
export type UploadsFault =
  | "takes a form without a file"
  | "takes any size"
  | "takes any tag"
  | "loses a tag"
  | "fails at bytes"
  | "fails at XML"
  | "takes long captions";

/** A server of Hono, which reads forms by itself. Resolves to its URL and what ends it. */
export function startUploads(
  fault?: UploadsFault,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const pictures = new Map<string, object>();
  const app = new Hono();
  // A form without its boundary can't be read.
  app.onError((error, context) => context.body(null, error instanceof TypeError ? 400 : 500));
  app.post("/pictures", async (context) => {
    const form = await context.req.parseBody({ all: true });
    const { file, title, size, place } = form;
    const tags = [form.tags ?? []].flat().map(String);
    if (!(file instanceof File) && fault !== "takes a form without a file") return context.body(null, 422);
    if (typeof title !== "string" || title.length < 1 || [...title].length > 40)
      return context.body(null, 422);
    const number = Number(size ?? 1);
    if (fault !== "takes any size" && !(Number.isInteger(number) && number >= 1 && number <= 500))
      return context.body(null, 422);
    if (fault !== "takes any tag" && (tags.length > 3 || !tags.every((tag) => /^[a-z]{1,10}$/.test(tag))))
      return context.body(null, 422);
    const city = cityIn(place);
    if (place !== undefined && city === undefined) return context.body(null, 422);
    const id = `p${pictures.size + 1}`;
    pictures.set(id, {
      id,
      title,
      file: `/pictures/${id}/content`,
      ...(size !== undefined && { size: Number.isInteger(number) ? number : 1 }),
      tags: fault === "loses a tag" ? tags.slice(1) : tags,
      ...(city !== undefined && { place: { city } }),
    });
    return context.json(pictures.get(id), 201);
  });
  app.get("/pictures/:id", (context) => {
    const found = pictures.get(context.req.param("id"));
    return found === undefined ? context.body(null, 404) : context.json(found);
  });
  app.put("/pictures/:id/caption", async (context) => {
    if (!pictures.has(context.req.param("id"))) return context.body(null, 404);
    const text = await context.req.text();
    if ([...text].length > 20 && fault !== "takes long captions") return context.body(null, 422);
    return context.body(null, 204);
  });
  app.put("/pictures/:id/content", async (context) => {
    if (!pictures.has(context.req.param("id"))) return context.body(null, 404);
    const { byteLength } = await context.req.arrayBuffer();
    return context.body(null, fault === "fails at bytes" && byteLength > 0 ? 500 : 204);
  });
  app.post("/albums", async (context) => {
    const name = /^(?:<\?xml[^>]*>\s*)?<album name="([^"]+)"/.exec(await context.req.text())?.[1];
    if (name === undefined) return context.body(null, 422);
    return fault === "fails at XML" ? context.body(null, 500) : context.json({ id: "a1", name }, 201);
  });
  return new Promise((resolve) => {
    const options = { fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false };
    const server = serve(options, ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => new Promise((done) => server.close(() => done())),
      }),
    );
  });
}

function cityIn(place: unknown): string | undefined {
  try {
    const { city } = JSON.parse(String(place)) as { readonly city?: unknown };
    return typeof city === "string" && city !== "" ? city : undefined;
  } catch {
    return undefined;
  }
}
