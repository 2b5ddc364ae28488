import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildSchema, introspectionFromSchema, type IntrospectionQuery } from 'graphql';

const require = createRequire(import.meta.url);

/** The public schema, as the package that off-the-shelf storefronts are built with carries it. */
export function publicSchema(): IntrospectionQuery {
  const file = require.resolve('@shopify/hydrogen-react/storefront.schema.json');
  return JSON.parse(readFileSync(file, 'utf8')) as IntrospectionQuery;
}

/** Our schema, from the file that the server is built from. */
export function ourSchema(): IntrospectionQuery {
  const file = new URL('../../../crates/server/src/api_schema.graphql', import.meta.url);
  return described(readFileSync(file, 'utf8'));
}

/** A schema as it describes itself. */
export const described = (sdl: string): IntrospectionQuery => introspectionFromSchema(buildSchema(sdl));
