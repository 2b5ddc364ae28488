/** The fields of one line of a feed. Quoted fields must not span lines. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((field) => field[1] ?? '').slice(0, -1);
}

/** A feed with other values, by column, for a product's first variant. */
export function changedFeed(feed: string, handle: string, changes: Readonly<Record<string, string>>): string {
  const [head = '', ...lines] = feed.trimEnd().split('\n');
  const columns = fieldsOf(`${head},`);
  const at = lines.findIndex((line) => line.startsWith(`${handle},`));
  const line = lines[at];
  if (line === undefined) throw new Error(`the feed has no product ${handle}`);
  const fields = fieldsOf(`${line},`);
  for (const [column, value] of Object.entries(changes)) {
    if (!columns.includes(column)) throw new Error(`the feed has no column ${column}`);
    fields[columns.indexOf(column)] = value;
  }
  lines[at] = fields.join(',');
  return [head, ...lines, ''].join('\n');
}
