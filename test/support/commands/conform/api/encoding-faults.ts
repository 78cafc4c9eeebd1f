// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { FoundFault } from "./condition-faults.js";

/** What they can do wrong with media types, sizes, texts, paths and queries. */
export const encodingFaults: readonly FoundFault[] = [
  [
    {
      id: "express-patch-json",
      server: "express",
      kind: "header",
      what: "Bodies of any JSON media type are accepted.",
      replace: ["if (given.trim() !== type || !isUtf8)", 'if (!given.trim().endsWith("json") || !isUtf8)'],
    },
    "media-type/patchOrder/json",
  ],
  [
    {
      id: "fastify-charset",
      server: "fastify",
      kind: "header",
      what: "Other charsets are accepted.",
      replace: [
        'if (charset.toLowerCase() !== "utf-8") return done(new Problem(415, "the charset must be utf-8"));\n',
        "",
      ],
    },
    "media-type/createRoom/iso-8859-1",
  ],
  [
    {
      id: "express-limit-more",
      server: "express",
      kind: "robustness",
      what: "Bodies may have one byte more.",
      replace: ["limit: 32_768", "limit: 32_769"],
    },
    "size-limit/createOrder/larger",
  ],
  [
    {
      id: "python-limit-less",
      server: "python",
      kind: "robustness",
      what: "Bodies may have one byte less.",
      replace: ["MAX_BYTES = 100_000", "MAX_BYTES = 99_999"],
    },
    "size-limit/createArticle/largest",
  ],
  [
    {
      id: "python-repeated-keys",
      server: "python",
      kind: "encoding",
      what: "Repeated keys are accepted.",
      replace: ["if len(members) != len(pairs):", "if len(members) > len(pairs):"],
    },
    "repeated-key/createArticle",
  ],
  [
    {
      id: "fastify-last-key",
      server: "fastify",
      kind: "encoding",
      what: "The first of several equal keys counts.",
      replace: [
        'done(null, JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload)));',
        'const text = new TextDecoder("utf-8", { fatal: true }).decode(payload);\n    done(null, JSON.parse(text.replace(/^\\{("(?:[^"\\\\]|\\\\.)*":)((?:"[^"]*"|[^,{}[\\]])*),\\s*\\1(?:"[^"]*"|[^,{}[\\]])*/, "{$1$2")));',
      ],
    },
    "repeated-key/createRoom",
  ],
  [
    {
      id: "python-id-lower",
      server: "python",
      kind: "header",
      what: "The request's id comes back in lower case.",
      replace: [
        'REQUEST_ID.read(request_id, "X-Request-Id")}',
        'REQUEST_ID.read(request_id, "X-Request-Id").lower()}',
      ],
    },
    "echo/createArticle/X-Request-Id",
  ],
  [
    {
      id: "express-wildcard",
      server: "express",
      kind: "header",
      what: "Wildcards in `Accept` are refused.",
      replace: [
        "if (!request.accepts(type)) throw",
        'if (type !== "text/csv" && !(request.get("accept") ?? type).includes(type)) throw',
      ],
    },
    "accept/listProducts/accepted",
  ],
  [
    {
      id: "python-comment-stripped",
      server: "python",
      kind: "body",
      what: "White space at the end of a comment is lost.",
      replace: [
        '    article["comments"].append(comment)\n',
        '    comment["text"] = comment["text"].rstrip()\n    article["comments"].append(comment)\n',
      ],
    },
    "exact-texts/createComment/space",
  ],
  [
    {
      id: "python-unknown-query",
      server: "python",
      kind: "validation",
      what: "Unknown parameters are ignored.",
      replace: [
        '            raise Problem(400, f"the parameter {name} is unknown")\n',
        "            continue\n",
      ],
    },
    "unknown-query/listComments",
  ],
  [
    {
      id: "express-unknown-query",
      server: "express",
      kind: "validation",
      what: "Unknown parameters are refused.",
      replace: [
        "  const given = splitQuery(url);\n",
        '  const given = splitQuery(url);\n  if (given.some(([name]) => name !== "" && !(name in parameters))) throw new Failure(400, "unknown", "Unknown.");\n',
      ],
    },
    "unknown-query/listProducts",
  ],
  [
    {
      id: "express-repeated",
      server: "express",
      kind: "validation",
      what: "Of a repeated parameter the first counts.",
      replace: [
        '  if (texts.length > 1) throw new Failure(400, "parameter_repeated", "A parameter is repeated.");\n',
        "",
      ],
    },
    "repeated-query/listProducts/limit",
  ],
  [
    {
      id: "python-slug-raw",
      server: "python",
      kind: "encoding",
      what: "Slugs in paths aren't decoded.",
      replace: ['SLUG.read(decode(found["slug"]), "slug")', 'SLUG.read(found["slug"], "slug")'],
    },
    "path-encoding/getArticle",
  ],
  [
    {
      id: "python-tag-twice",
      server: "python",
      kind: "encoding",
      what: "Tags in paths are decoded twice.",
      replace: [
        'TAG.read(decode(found["tag"]), "tag")',
        'TAG.read(decode(decode(found["tag"]) if "%" not in decode(found["tag"]) else __import__("urllib.parse").parse.quote(__import__("urllib.parse").parse.unquote(decode(found["tag"])))), "tag")',
      ],
    },
    "path-texts/countTag/escape",
  ],
  [
    {
      id: "python-plus-late",
      server: "python",
      kind: "encoding",
      what: "An encoded plus in a query is a space.",
      replace: ['.append(decode(value.replace("+", " ")))', '.append(decode(value).replace("+", " "))'],
    },
    "query-texts/listArticles/q/plus",
  ],
  [
    {
      id: "express-csv-quotes",
      server: "express",
      kind: "encoding",
      what: "Quotation marks aren't doubled.",
      replace: ['return `"${text.replaceAll(\'"\', \'""\')}"`;', 'return `"${text}"`;'],
    },
    "csv/getExportFile/subject/products",
  ],
  [
    {
      id: "express-csv-delimiter",
      server: "express",
      kind: "encoding",
      what: "A semicolon isn't quoted where it is the delimiter.",
      replace: ["!text.includes(delimiter) &&", '!text.includes(",") &&'],
    },
    "csv/getExportFile/delimiter/59",
  ],
  [
    {
      id: "python-type-capitals",
      server: "python",
      kind: "header",
      what: "Media types are case-sensitive.",
      replace: [
        "given, *parameters = (part.strip().lower() for part",
        "given, *parameters = (part.strip() for part",
      ],
    },
    "media-spelling/createArticle",
  ],
  [
    {
      id: "express-query-500",
      server: "express",
      kind: "robustness",
      what: "A query that can't be decoded makes it fail.",
      replace: [
        '    throw new Failure(400, "query_unreadable", "The query string isn\'t percent-encoded UTF-8.");',
        '    throw new Error("decode");',
      ],
    },
    "malformed-url/listProducts/query",
  ],
];
