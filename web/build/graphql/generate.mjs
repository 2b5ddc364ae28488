import { parse, validate } from 'graphql';
import prettier from 'prettier';
import { TypeWriter } from './type-writer.mjs';

const HEADER =
  '/** Generated from api_schema.graphql and the documents beside it by `npm run graphql-types`. */\n';

/**
 * The module with the types of these documents. Throws an error that lists every document that does not match the schema.
 * @param {import('graphql').GraphQLSchema} schema
 * @param {ReadonlyMap<string, string>} documents by the name of the type
 * @param {string} path of the module, for the formatter
 */
export async function generate(schema, documents, path) {
  const writer = new TypeWriter(schema);
  /** @type {string[]} */
  const faults = [];
  for (const [name, text] of documents) {
    const document = parse(text);
    const found = validate(schema, document).map(({ message }) => `${name}: ${message}`);
    faults.push(...found);
    if (found.length === 0) writer.addDocument(name, document);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const types = [...writer.declarations]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) =>
      text.startsWith('{') ? `export interface ${name} ${text}\n` : `export type ${name} = ${text};\n`,
    );
  const options = await prettier.resolveConfig(path);
  return prettier.format([HEADER, ...types].join('\n'), { ...options, filepath: path });
}
