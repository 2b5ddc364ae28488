import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';

/** The side of the picture that the decoder gets, in pixels, with a margin. */
const SIDE = 480;
const MARGIN = 40;

/** Reads the QR code that the page shows, with a decoder of others; fails if there is none to read. */
export async function readCode(image: Locator): Promise<string> {
  const pixels = await image.evaluate(
    async (shown: HTMLImageElement, { side, margin }) => {
      await shown.decode();
      const canvas = new OffscreenCanvas(side, side);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('this browser draws nothing');
      context.fillStyle = 'white';
      context.fillRect(0, 0, side, side);
      context.drawImage(shown, margin, margin, side - 2 * margin, side - 2 * margin);
      return [...context.getImageData(0, 0, side, side).data];
    },
    { side: SIDE, margin: MARGIN },
  );
  const code = jsQR(Uint8ClampedArray.from(pixels), SIDE, SIDE);
  if (code === null) throw new Error('the picture has no QR code');
  return Buffer.from(code.binaryData).toString('utf8');
}
