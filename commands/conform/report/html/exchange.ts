import { html, type Markup } from "../../../../reader/text/html.js";
import { withQuery } from "../../request/query.js";
import type { ExchangeRecord } from "../../result/result.js";

/** A request and its answer, side by side if there is room. */
export function exchangeView(exchange: ExchangeRecord, url: string): Markup {
  const { step, request, response, noAnswer } = exchange;
  const { method, query, headers, body, bodyBytes, pieceBytes, chunked } = request;
  const pieces = pieceBytes === undefined ? "" : `, in pieces of ${pieceBytes}`;
  const got =
    response === undefined
      ? html`<p class="faint">No answer: ${noAnswer}</p>`
      : message(
          `Answer, ${response.elapsedMs} ms, ${response.bodyBytes} bytes`,
          String(response.status),
          response,
        );
  return html`<div class="exchange" role="group" aria-label="Step ${step}">
<div>${message(`Request of step ${step}, ${bodyBytes} bytes${pieces}${chunked === true ? ", chunked" : ""}`, `${method} ${pathOf(withQuery(url, query))}`, { headers, body })}</div>
<div>${got}</div>
</div>
`;
}

interface Message {
  readonly headers: ExchangeRecord["request"]["headers"];
  readonly body: string;
}

function message(title: string, first: string, { headers, body }: Message): Markup {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`), "", readable(body)];
  return html`<p class="faint">${title}</p><pre tabindex="0">${lines.join("\n").trimEnd()}</pre>`;
}

/** JSON with line breaks, if that changes only white space; otherwise the text as it is, with visible final line feeds. */
function readable(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : withVisibleEnd(body);
  } catch {
    return withVisibleEnd(body);
  }
}

function withVisibleEnd(body: string): string {
  return body.replace(/\n+$/, (end) => "↵".repeat(end.length));
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
