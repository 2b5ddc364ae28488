import { createServer } from 'node:http';
import { buildStorefront } from '../../compat/storefront/build.js';

const PAGE = `<!doctype html>
<html lang="cs"><meta charset="utf-8"><title>Jiný obchod</title>
<div id="root"></div><script type="module" src="/main.js"></script></html>`;

/** A third-party storefront on another origin. */
export interface Storefront {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves the storefront built with the public cart provider. */
export async function openStorefront(): Promise<Storefront> {
  const script = await buildStorefront();
  const server = createServer((request, response) => {
    const isScript = request.url === '/main.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : PAGE);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://localhost:${String(port)}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => {
          closed();
        });
      }),
  };
}
