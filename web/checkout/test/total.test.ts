import { describe, expect, it } from 'vitest';
import { totalLabel } from '../src/form/total.ts';
import { cart, chosen, editing, form, group, option } from './support.ts';

const state = (selectedHandle: string | null, handle: string | null) =>
  editing({
    cart: cart({ groups: [group([option('ppl'), option('posta')], { selectedHandle })] }),
    form: form({ deliveries: chosen(handle) }),
  });

describe('the total', () => {
  it.each([
    ['nothing is chosen', null, null, 'Celkem bez dopravy'],
    ['a choice is being saved', null, 'ppl', 'Celkem bez dopravy'],
    ['another choice is being saved', 'posta', 'ppl', 'Celkem před změnou dopravy'],
    ['the choice is saved', 'ppl', 'ppl', 'Celkem k úhradě'],
  ])('[B.03] says what it contains: %s', (_, selected, handle, label) => {
    expect(totalLabel(state(selected, handle))).toBe(label);
  });

  it('[B.03] contains everything where nothing is shipped', () => {
    const digital = editing({ cart: cart({ requiresShipping: false, groups: [] }) });
    expect(totalLabel(digital)).toBe('Celkem k úhradě');
  });
});
