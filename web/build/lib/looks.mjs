import { Output } from './output.mjs';
import { minifyCss } from './styles.mjs';
import { runEmbedModule } from './views.mjs';

/** @typedef {import('../../embed/flows/instruments.ts').WalletKey} WalletKey */
/** @typedef {import('../../embed/dom/button-views.ts').BrandLooks} BrandLooks */

/**
 * The look of each wallet's button, and adds the logos to the output.
 * @param {Output} [output]
 */
export async function renderLooks(output = new Output()) {
  /** @type {typeof import('../../embed/ui/brand-look.ts')} */
  const { brandCss, logoSvg } = await runEmbedModule('ui/brand-look.ts');
  /** @type {typeof import('../../embed/ui/brands.ts')} */
  const { BRANDS } = await runEmbedModule('ui/brands.ts');
  const wallets = /** @type {WalletKey[]} */ (Object.keys(BRANDS));
  /** @type {BrandLooks} */
  const looks = Object.fromEntries(
    wallets.map((wallet) => [
      wallet,
      {
        logo: output.add(`${wallet}.svg`, logoSvg(wallet)),
        css: minifyCss(`${wallet}.css`, brandCss(wallet)),
      },
    ]),
  );
  return looks;
}
