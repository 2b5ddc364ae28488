// Breaks rules one by one in a copy of the working tree, each by a change of one place, and requires that the test named for
// the rule fails. See docs/broken-on-purpose.md.
//   node scripts/broken/run.mjs           every rule
//   node scripts/broken/run.mjs TEXT      rules with this text in the rule, its section, its file or its test
//   node scripts/broken/run.mjs --list    list the rules
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { endWithThisProcess } from '../test/run-step.mjs';
import { Attempts, faultBroken, faultUnbroken } from './attempts.mjs';
import { copyTree, linkModules } from './copy.mjs';
import { closing, list, ruleResult } from './report.mjs';
import { driftOf, entriesOf, sections, selected } from './rules.mjs';

const USAGE = 'usage: node scripts/broken/run.mjs [--list] [TEXT]';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'target/broken');

function parsed(words) {
  const lists = words[0] === '--list';
  const [text = '', ...more] = lists ? words.slice(1) : words;
  return more.length > 0 || text.startsWith('-') ? undefined : { lists, text };
}

/** Breaks one rule, unless its test fails without that. */
async function outcomeOf(entry, attempts) {
  const before = await attempts.unbroken(entry.noticedBy);
  const unbroken = faultUnbroken(entry.noticedBy, before);
  if (unbroken !== undefined) return { entry, fault: unbroken, ...before };
  const ended = await attempts.broken(entry, entry.noticedBy);
  return { entry, fault: faultBroken(entry.noticedBy, ended), ...ended };
}

/** Runs every test with nothing broken, then breaks the rules one by one. */
async function outcomesOf(entries) {
  copyTree(ROOT, join(FOLDER, 'tree'));
  linkModules(ROOT, join(FOLDER, 'tree'));
  const attempts = new Attempts(FOLDER);
  console.log('── every test with nothing broken');
  for (const { noticedBy } of entries) await attempts.unbroken(noticedBy);
  console.log('── each rule broken');
  const outcomes = [];
  for (const entry of entries) {
    const outcome = await outcomeOf(entry, attempts);
    console.log(ruleResult(outcome));
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Breaks every rule, unless a change does not match the sources. Returns whether all were noticed. */
async function brokenAll(entries) {
  const drift = driftOf(ROOT, entries);
  if (drift.length > 0) {
    console.error(drift.join('\n'));
    return false;
  }
  const outcomes = await outcomesOf(entries);
  console.log(closing(outcomes));
  return outcomes.every(({ fault }) => fault === undefined);
}

const wanted = parsed(process.argv.slice(2));
const chosen = wanted ? selected(sections, wanted.text) : [];
if (chosen.length === 0) {
  console.error(wanted ? `no rule contains the text "${wanted.text}"` : USAGE);
  process.exitCode = 2;
} else if (wanted.lists) {
  console.log(list(chosen));
} else {
  endWithThisProcess();
  process.exitCode = (await brokenAll(entriesOf(chosen))) ? 0 : 1;
}
