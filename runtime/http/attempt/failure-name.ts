// Such as `UND_ERR_SOCKET`, `ERR_HTTP2_STREAM_ERROR`, `TypeError`; other texts may be a part of what was sent.
const harmless = /^[A-Z][A-Za-z_1-3]{1,40}$/;

/** The code of a failure's cause, otherwise its own code or name; it depends on the platform. */
export function failureName(failure: unknown): string | undefined {
  const { cause, code, name } = Object(failure) as Record<string, unknown>;
  const names = [(cause as { code?: unknown } | undefined)?.code, code, name].map(String);
  return names.find((text) => harmless.test(text));
}
