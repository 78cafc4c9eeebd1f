/** The JSON object that an answer with status 200 holds, otherwise an empty one. The answer's own body stays unread. */
export async function answeredObject(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body =
    response.status === 200 &&
    (await response
      .clone()
      .json()
      .catch(() => {}));
  return { ...body };
}
