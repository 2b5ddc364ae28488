import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const FOLDER = 'docs/images';

/** The pictures of docs/tour.md, by scene: the look that it is shown in. */
const TOUR: Readonly<Record<string, string>> = {
  home: '1280-light',
  'product-with-wallets': '1280-light',
  'product-plans': '390-forced-dark',
  'cart-with-wallets': '390-light',
  'sheet-apple-pay': '390-light',
  'checkout-wallets': '1280-light',
  challenge: '390-light',
  'order-transfer': '1280-light',
  'mail-transfer': '390-dark',
  'wallet-buttons': '1280-light',
};

/** Bytes of a picture at most, so that the repository stays small. */
const LARGEST = 60_000;

/** Encodes a picture as WebP, in a page without a content security policy. Resolves to base64. */
const asWebP = (blank: Page, png: string): Promise<string> =>
  blank.evaluate(async (data) => {
    const answer = await fetch(`data:image/png;base64,${data}`);
    const bitmap = await createImageBitmap(await answer.blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const webP = await canvas.convertToBlob({ type: 'image/webp', quality: 0.65 });
    const bytes = new Uint8Array(await webP.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, png);

/** Keeps what the first screen shows for docs/tour.md, if the scene is shown there in this look. */
export async function keepForTour(
  page: Page,
  { scene, look, size }: { scene: string; look: string; size: { width: number; height: number } },
): Promise<void> {
  if (TOUR[scene] !== look) return;
  const clip = { x: 0, y: 0, ...size };
  const png = await page.screenshot({ clip, fullPage: true });
  const blank = await page.context().newPage();
  const webP = Buffer.from(await asWebP(blank, png.toString('base64')), 'base64');
  await blank.close();
  if (webP.length > LARGEST) throw new Error(`${scene} has ${String(webP.length)} bytes`);
  await writeFile(`${FOLDER}/${scene}.webp`, webP);
}
