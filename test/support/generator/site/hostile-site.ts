const script = '<script>alert("x")</script><img src=x onerror=alert(1)>';
const markdown = `${script}

# A heading

[a](javascript:alert(2)) [b]( data:text/html,x) ![c](https://tracker.example/p.png) <a href="javascript:alert(3)">d</a> [e](https://ok.example/?a="b)

\`\`\`html
${script}
\`\`\`

| a | b |
|---|---|
| ${script} | \`x\\|y\` |

${">".repeat(3000)} deep

- [ ] task
- item &lt;b&gt; &#60;i&#62;

[1]: javascript:alert(4)
[f][1]
`;

/** A contract with text that wants to become markup in each place that pages show. */
export const hostileApi = {
  openapi: "3.1.0",
  info: { title: `Shop ${script}`, version: script, description: markdown },
  servers: [{ url: "https://shop.example/'\"><script>alert(5)</script>" }],
  externalDocs: { url: "javascript:alert(6)" },
  tags: [{ name: `tag"><script>alert(7)</script>`, description: markdown }],
  "x-<script>": 1,
  paths: {
    "/a/{id}": {
      get: {
        operationId: `get"><script>alert(8)</script>`,
        summary: `Read ${script}`,
        description: markdown,
        tags: [`tag"><script>alert(7)</script>`],
        externalDocs: { url: "javascript:alert(9)" },
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            description: markdown,
            schema: { type: "string", enum: [`"><script>alert(10)</script>`, "'; rm -rf / #"] },
          },
          {
            name: `h"><script>`,
            in: "query",
            required: true,
            schema: { type: "string" },
            example: `'"><script>$(x)`,
          },
        ],
        responses: {
          "200": {
            description: markdown,
            headers: { "X-<script>": { schema: { type: "string" } } },
            content: {
              "application/json": { schema: { $ref: "#/components/schemas/Thing" }, example: { a: script } },
            },
            links: { next: { operationId: "x" } },
          },
        },
      },
    },
    "/case": {
      get: { operationId: "readThing", responses: { "204": { description: "" } } },
      put: { operationId: "ReadThing", responses: { "204": { description: "" } } },
      post: { operationId: "con", responses: { "204": { description: "" } } },
    },
  },
  webhooks: {
    placed: {
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
        responses: { "204": { description: script } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        title: script,
        description: markdown,
        required: ["name"],
        properties: {
          name: { type: "string", default: `"><script>alert(11)</script>`, description: markdown },
          'p"><script>alert(12)</script>': { enum: [`<script>alert(13)</script>`] },
        },
        xml: { name: "x" },
      },
    },
  },
};
