import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { generate } from '../graphql/generate.mjs';
import { readDocuments, SOURCES, typeNameOf } from '../graphql/sources.mjs';

const schema = buildSchema(`
  directive @defer on INLINE_FRAGMENT | FRAGMENT_SPREAD
  scalar Decimal
  enum Size { SMALL LARGE }
  input Wish { size: Size! note: String other: [Wish!] }
  type Cat { name: String! lives: Int }
  type Dog { name: String! size: Size! }
  union Pet = Cat | Dog
  type Box { id: ID! price: Decimal pets: [Pet!]! }
  type Query { box(id: ID!): Box }
  type Mutation { wish(wish: Wish!): Box }
`);

/** @param {string} text */
const typesOf = (text) => generate(schema, new Map([['TestDocument', text]]), 'web/test.types.ts');

describe('the types of a document', () => {
  it('contain its name, its variables and the result of its field', async () => {
    expect(await typesOf('query box($id:ID!){box(id:$id){id price}}')).toContain(`
export interface TestDocument {
  readonly name: 'box';
  readonly variables: { readonly id: string };
  readonly answer: { readonly id: string; readonly price: string | null } | null;
}`);
  });

  it('distinguish the members of a union', async () => {
    const types = await typesOf(
      'query box($id:ID!){box(id:$id){pets{__typename ...on Cat{lives}...on Dog{size}}}}',
    );
    expect(types).toContain("{ readonly __typename: 'Cat'; readonly lives: number | null }");
    expect(types).toContain("{ readonly __typename: 'Dog'; readonly size: Size }");
    expect(types).toContain("export type Size = 'SMALL' | 'LARGE';");
  });

  it('declare each fragment and input once, and mutations as non-null', async () => {
    const types = await typesOf(
      'mutation wish($wish:Wish!){wish(wish:$wish){...Whole@defer}}fragment Whole on Box{id}',
    );
    expect(types).toContain('readonly answer: WholeFragment;');
    expect(types).toContain('export interface WholeFragment {\n  readonly id: string;\n}');
    expect(types).toContain('readonly other?: readonly Wish[] | null;');
  });

  it.each([
    ['query box($id:ID!){box(id:$id){weight}}', 'Cannot query field "weight" on type "Box"'],
    ['query box($id:Int!){box(id:$id){id}}', 'Variable "$id" of type "Int!"'],
    ['query other($id:ID!){box(id:$id){id}}', 'one root field called other'],
  ])('are none where it does not fit: %s', async (text, message) => {
    await expect(typesOf(text)).rejects.toThrow(message);
  });
});

describe('the documents of the sources', () => {
  it('are found in every folder', async () => {
    for (const source of SOURCES) expect((await readDocuments(source)).size).toBeGreaterThan(5);
  });

  it('have the same names as their exports', () => {
    expect(typeNameOf('CREATE_CART')).toBe('CreateCartDocument');
    expect(typeNameOf('createCart')).toBe('CreateCartDocument');
  });
});
