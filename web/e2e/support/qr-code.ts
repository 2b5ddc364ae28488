import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';

/** The side of the picture that the decoder gets, in pixels, with a margin. */
const SIDE = 300;
const MARGIN = 30;

/** Reads the QR code that the page shows, with a decoder of others; fails if there is none to read. */
export async function readCode(image: Locator): Promise<string> {
  const dark = await darkPixels(image);
  const pixels = Uint8ClampedArray.from(Array.from(dark).flatMap((one) => (one === '1' ? BLACK : WHITE)));
  const code = jsQR(pixels, SIDE, SIDE);
  if (code === null) throw new Error('the picture has no QR code');
  return Buffer.from(code.binaryData).toString('utf8');
}

const BLACK = [0, 0, 0, 255];
const WHITE = [255, 255, 255, 255];

/** A digit for each pixel, as a text, because numbers travel slowly from the page; 1 is dark. */
function darkPixels(image: Locator): Promise<string> {
  return image.evaluate(
    async (shown: HTMLImageElement, { side, margin }) => {
      await shown.decode();
      const context = new OffscreenCanvas(side, side).getContext('2d');
      if (context === null) throw new Error('this browser draws nothing');
      context.fillStyle = 'white';
      context.fillRect(0, 0, side, side);
      context.drawImage(shown, margin, margin, side - 2 * margin, side - 2 * margin);
      const { data } = context.getImageData(0, 0, side, side);
      const reds = data.filter((_, at) => at % 4 === 0);
      return Array.from(reds, (red) => (red < 128 ? '1' : '0')).join('');
    },
    { side: SIDE, margin: MARGIN },
  );
}
