type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A copy of `target` with these fields put in at a path. */
function putIn(target: unknown, path: readonly unknown[], fields: unknown): unknown {
  const [key, ...rest] = path;
  if (typeof key !== 'string' && typeof key !== 'number')
    return isFields(target) && isFields(fields) ? { ...target, ...fields } : fields;
  if (Array.isArray(target)) {
    return target.map((item: unknown, at) => (at === key ? putIn(item, rest, fields) : item));
  }
  const around = isFields(target) ? target : {};
  return { ...around, [key]: putIn(around[key], rest, fields) };
}

/** The JSON bodies between the boundaries of a `multipart/mixed` answer. */
function bodiesOf(text: string, boundary: string): readonly unknown[] {
  const pieces = text.split(`--${boundary}`).map((piece) => piece.slice(piece.indexOf('\r\n\r\n') + 4));
  // Before the first boundary stands nothing, and after the last one two dashes.
  return pieces.slice(1, -1).map((piece): unknown => JSON.parse(piece));
}

/**
 * The one answer that all parts of a deferred one make: the checkout shows nothing in pieces. Throws a `SyntaxError` for
 * what is not one.
 */
export function assemble(text: string, contentType: string): unknown {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1] ?? '-';
  let data: unknown = null;
  const errors: unknown[] = [];
  for (const body of bodiesOf(text, boundary).filter(isFields)) {
    if ('data' in body) data = body['data'];
    errors.push(...listOf(body['errors']));
    for (const part of listOf(body['incremental']).filter(isFields)) {
      data = putIn(data, listOf(part['path']), part['data']);
      errors.push(...listOf(part['errors']));
    }
  }
  return errors.length === 0 ? { data } : { data, errors };
}
