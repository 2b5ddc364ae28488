import { renderLooks } from './looks.mjs';
import { renderStyles } from './styles.mjs';
import { renderViews } from './views.mjs';

/** @typedef {(name: string) => Promise<unknown>} Provide the content of the virtual module with this name; undefined if there is none */

/** Renders once for all virtual modules. @template T @param {() => Promise<T>} render */
function once(render) {
  /** @type {Promise<T> | undefined} */
  let rendering;
  return () => (rendering ??= render());
}

/** @returns {Record<string, { exported: string, provide: Provide }>} */
function virtualModules() {
  const views = once(renderViews);
  const styles = once(renderStyles);
  const looks = once(renderLooks);
  return {
    'virtual:views/': { exported: 'views', provide: async (name) => (await views()).trees[name] },
    'virtual:looks/': {
      exported: 'looks',
      provide: async (name) => {
        const look = (await looks())[name];
        return look && { [name]: look };
      },
    },
    'virtual:styles/': {
      exported: 'css',
      provide: async (name) => /** @type {Record<string, string>} */ (await styles())[name],
    },
  };
}

/**
 * Provides `virtual:views/GROUP`, `virtual:looks/WALLET` and `virtual:styles/SHEET`, rendered from the React views, the brands and
 * the style modules. Each group
 * and sheet is a module, so that a chunk contains only those that it uses.
 * @returns {import('vite').Plugin}
 */
export function embedPlugin() {
  const modules = virtualModules();
  return {
    name: 'zkratka-embed',
    resolveId: (id) => (Object.keys(modules).some((prefix) => id.startsWith(prefix)) ? `\0${id}` : undefined),
    async load(id) {
      const found = Object.entries(modules).find(([prefix]) => id.startsWith(`\0${prefix}`));
      if (found === undefined) return undefined;
      const [prefix, { exported, provide }] = found;
      const value = await provide(id.slice(prefix.length + 1));
      if (value === undefined) throw new Error(`No module provides ${id.slice(1)}`);
      // Read from a list, because a constant string would be copied into every chunk that uses it (`inlineConst`).
      return `export const [${exported}] = [${JSON.stringify(value)}];`;
    },
  };
}
