import { renderStyles } from './styles.mjs';
import { renderViews } from './views.mjs';

/** A module that exports these values, so that each chunk takes only what it uses. @param {Record<string, unknown>} values */
const exportsOf = (values) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

/**
 * Provides `virtual:views` and `virtual:styles`: what the entry needs of the React views and of the style modules,
 * made from them when the entry is built or tested.
 * @returns {import('vite').Plugin}
 */
export function embedPlugin() {
  /** @type {Record<string, () => Promise<string>>} */
  const modules = {
    'virtual:views': async () => exportsOf((await renderViews()).trees),
    'virtual:styles': async () =>
      exportsOf(
        Object.fromEntries(
          Object.entries(await renderStyles()).map(([name, sheet]) => [`${name}Styles`, sheet]),
        ),
      ),
  };
  return {
    name: 'zkratka-embed',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)]?.(),
  };
}
