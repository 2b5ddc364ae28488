import { renderStyles } from './styles.mjs';
import { renderViews } from './views.mjs';

/**
 * Provides `virtual:views` and `virtual:styles`: what the entry needs of the React views and of the style modules,
 * made from them when the entry is built or tested.
 * @returns {import('vite').Plugin}
 */
export function embedPlugin() {
  /** @type {Record<string, () => Promise<string>>} */
  const modules = {
    'virtual:views': async () => `export const views = ${JSON.stringify((await renderViews()).trees)};`,
    'virtual:styles': async () => {
      const { page, dialog } = await renderStyles();
      return `export const pageStyles = ${JSON.stringify(page)};\nexport const dialogStyles = ${JSON.stringify(dialog)};`;
    },
  };
  return {
    name: 'zkratka-embed',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)]?.(),
  };
}
