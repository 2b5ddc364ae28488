/**
 * Builds the browser's files into web/dist, and the emulated wallets' scripts into web/dist-sandbox. Fails if a file exceeds
 * its budget. With `--weigh` it only prints the sizes.
 * With `--any-weight` it ignores the budgets: such a build is for tests only.
 */
import { fileURLToPath } from 'node:url';
import { buildAccount } from './lib/account.mjs';
import {
  accountBudget,
  assertWithinBudgets,
  budgets,
  checkoutBudgets,
  table,
  weigh,
} from './lib/budgets.mjs';
import { buildBrowser } from './lib/browser.mjs';
import { ownDocuments } from './lib/documents.mjs';
import { Output } from './lib/output.mjs';
import { neededBy } from './lib/chunks.mjs';
import { pageIntegrity } from './lib/page-integrity.mjs';
import { buildSandbox } from './lib/sandbox.mjs';
import { renderStyles } from './lib/styles.mjs';
import { buildTheme } from './lib/theme.mjs';
import { renderViews } from './lib/views.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
/** Of its own, because a server without the sandbox carries none of it. */
const sandboxDist = fileURLToPath(new URL('../dist-sandbox/', import.meta.url));

process.env['NODE_ENV'] = 'production';

async function run() {
  const output = new Output();
  const views = await renderViews();
  const styles = await renderStyles();
  const { embed, checkout, modules } = await buildBrowser(output);
  const account = await buildAccount(output);
  const theme = await buildTheme(output);
  const sandboxOutput = new Output();
  const sandbox = await buildSandbox(sandboxOutput);

  const weights = [];
  for (const budget of budgets(embed)) weights.push(await weigh(output, budget));
  for (const budget of checkoutBudgets(checkout)) weights.push(await weigh(output, budget));
  weights.push(await weigh(output, accountBudget(account)));
  console.log(table(weights));
  if (!process.argv.includes('--any-weight')) assertWithinBudgets(weights);

  if (process.argv.includes('--weigh')) return;
  await output.write(dist, {
    embed: {
      entry: embed.entry,
      chunks: embed.chunks,
      needs: neededBy(embed.chunks),
      styles: styles.page + styles.unscripted,
    },
    checkout,
    account,
    theme,
    views: views.snippet,
    documents: await ownDocuments(),
    integrity: output.integrity,
    pageIntegrity: await pageIntegrity(output, modules),
  });
  await sandboxOutput.write(sandboxDist, sandbox);
}

await run().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
