import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from './lib/compare.ts';
import { described, ourSchema, publicSchema } from './lib/schemas.ts';

interface SchemaDifferences {
  readonly additions: Readonly<Record<string, string>>;
  readonly absent: readonly string[];
}

const listed = JSON.parse(
  readFileSync(new URL('../../docs/schema-additions.json', import.meta.url), 'utf8'),
) as SchemaDifferences;

describe('our schema compared with the public one', () => {
  const comparison = compareSchemas(ourSchema(), publicSchema());

  it('[B.04] has no conflict with the public schema', () => {
    expect(comparison.clashes).toEqual([]);
  });

  it('[B.04] adds exactly what docs/schema-additions.json lists', () => {
    expect(comparison.additions).toEqual(Object.keys(listed.additions).sort());
  });

  it('[B.04] lacks exactly what docs/schema-additions.json lists', () => {
    expect(comparison.absent).toEqual([...listed.absent].sort());
  });
});

describe('the comparison', () => {
  const theirs = `
    interface Node { id: ID! }
    interface Named { name: String! }
    enum Code { A B }
    union Any = Thing | Other
    input In { a: Int = 1  b: String! }
    type Thing implements Node & Named { id: ID!  name: String!  list: [Thing!]  code(of: In, at: Int = 1): Code }
    type Other { id: ID! }
    type Query { thing(id: ID!): Thing  any: Any }`;
  const compare = (from: string | RegExp, to: string): ReturnType<typeof compareSchemas> => {
    const ours = theirs.replace(from, to);
    expect(ours).not.toBe(theirs);
    return compareSchemas(described(ours), described(theirs));
  };

  it('reports nothing for equal schemas', () => {
    expect(compareSchemas(described(theirs), described(theirs))).toEqual({
      clashes: [],
      additions: [],
      absent: [],
    });
  });

  it.each([
    [/type Other \{ id: ID! \}/, 'type Other { id: ID }', 'Other.id is ID instead of ID!'],
    ['list: [Thing!]', 'list: [Thing]', 'Thing.list is [Thing] instead of [Thing!]'],
    ['list: [Thing!]', 'list: Thing', 'Thing.list is Thing instead of [Thing!]'],
    ['list: [Thing!]', 'list: [Other!]', 'Thing.list is [Other!] instead of [Thing!]'],
    ['of: In,', 'of: In!,', 'Thing.code(of) takes In! instead of In'],
    ['of: In,', 'of: In, new: Int!,', 'Thing.code(new) is required'],
    ['at: Int = 1', 'at: Int = 2', 'Thing.code(at) has the default 2 instead of 1'],
    ['a: Int = 1', 'a: Int', 'In.a has the default none instead of 1'],
    ['a: Int = 1', 'a: Float = 1', 'In.a takes Float instead of Int'],
    ['enum Code { A B }', 'scalar Code', 'Code is another kind of type'],
  ])('names a clash: %s, %s', (from, to, clash) => {
    expect(compare(from, to).clashes).toEqual([clash]);
  });

  it.each([
    ['list: [Thing!]', 'list: [Thing!]!'],
    ['b: String!', 'b: String'],
  ])('takes what is stricter to read or looser to write: %s, %s', (from, to) => {
    expect(compare(from, to)).toEqual({ clashes: [], additions: [], absent: [] });
  });

  it.each([
    ['{ A B }', '{ A B C }', 'Code.C'],
    ['Thing | Other', 'Thing | Other | Query', 'Any = Query'],
    ['list: [Thing!]', 'list: [Thing!] more: Int', 'Thing.more'],
    ['of: In,', 'of: In, new: Int,', 'Thing.code(new)'],
    ['b: String!', 'b: String! c: Int', 'In.c'],
    ['enum Code', 'scalar Date enum Code', 'Date'],
    ['enum Code', 'directive @x on QUERY enum Code', '@x'],
  ])('lists an addition: %s, %s', (from, to, addition) => {
    expect(compare(from, to)).toEqual({ clashes: [], additions: [addition], absent: [] });
  });

  it.each([
    ['{ A B }', '{ A }', 'Code.B'],
    ['Thing | Other', 'Thing', 'Any = Other'],
    ['list: [Thing!]', '', 'Thing.list'],
    ['Node & Named', 'Node', 'Thing implements Named'],
    [', at: Int = 1', '', 'Thing.code(at)'],
    ['a: Int = 1', '', 'In.a'],
  ])('lists what is absent: %s, %s', (from, to, lack) => {
    expect(compare(from, to)).toEqual({ clashes: [], additions: [], absent: [lack] });
  });
});
