import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildSchema, introspectionFromSchema, type IntrospectionQuery } from 'graphql';

const require = createRequire(import.meta.url);

/** The public schema, from the package that storefronts are built with. */
export function publicSchema(): IntrospectionQuery {
  const file = require.resolve('@shopify/hydrogen-react/storefront.schema.json');
  return JSON.parse(readFileSync(file, 'utf8')) as IntrospectionQuery;
}

/** Our schema, from the file that the server uses. */
export function ourSchema(): IntrospectionQuery {
  const file = new URL('../../../crates/server/src/api_schema.graphql', import.meta.url);
  return described(readFileSync(file, 'utf8'));
}

/** A schema's introspection result. */
export const described = (sdl: string): IntrospectionQuery => introspectionFromSchema(buildSchema(sdl));
