import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 AA that axe finds, contrast included: rule and elements. `without` names rules to leave out. */
export async function accessibilityFaults(page: Page, without: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).withTags(rules).disableRules([...without]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
