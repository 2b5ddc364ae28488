/**
 * Works out the carts of stories.json by hand, so to speak: in fractions of whole units, on paper, without looking at the
 * program. `node worksheet.mjs` writes figures.json; `node worksheet.mjs --check` says whether it is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const shop = JSON.parse(read('shop.json'));
const stories = JSON.parse(read('stories.json'));

// Fractions: [numerator, denominator], both BigInt, the denominator above 0.
const frac = (text) => {
  const [whole, decimals = ''] = String(text).split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
};
const ZERO = [0n, 1n];
const add = ([a, b], [c, d]) => [a * d + c * b, b * d];
const neg = ([a, b]) => [-a, b];
const sub = (x, y) => add(x, neg(y));
const mul = ([a, b], [c, d]) => [a * c, b * d];
const div = ([a, b], [c, d]) => (c < 0n ? [-a * d, -b * c] : [a * d, b * c]);
const less = ([a, b], [c, d]) => a * d < c * b;
const sum = (all) => all.reduce(add, ZERO);
const floor = ([a, b]) => (a >= 0n ? a / b : -((-a + b - 1n) / b));
/** To the nearest multiple of a step, a half upwards; nothing here is below zero. */
const nearest = (x, step) => mul([floor(add(div(x, step), [1n, 2n])), 1n], step);
const show = (x, places) => {
  const scaled = mul(x, [10n ** BigInt(places), 1n]);
  if (scaled[0] % scaled[1] !== 0n) throw new Error('not a whole number of minor units');
  return Number(scaled[0] / scaled[1]);
};
const HUNDRED = [100n, 1n];
const part = (x, perCent) => div(mul(x, frac(perCent)), HUNDRED);

/** Shortest first. */
const SCHEDULES = ['WEEK 1', 'WEEK 2', 'MONTH 1'];
const HOME = { currency: 'CZK', places: 2, tax: 'included', rates: [{ ...shop.tax }], duty: '0' };

function work({ story, lines, country, province, delivery, codes = [], giftCards = [] }) {
  const market = shop.markets.find(({ countries }) => countries.includes(country));
  const here = market ?? HOME;
  const unit = [1n, 1n];
  const cent = div(unit, [10n ** BigInt(here.places), 1n]);

  // An amount of the shop's in the market's money; `without` is the tax that is taken out first.
  const local = (amount, without = '0') => {
    const crowns = frac(amount);
    if (!market || crowns[0] === 0n) return crowns;
    const net = div(mul(crowns, HUNDRED), add(HUNDRED, frac(without)));
    const [step, ending] = [frac(market.step), frac(market.ending)];
    const exact = div(net, frac(market.rate));
    // The two neighbours that end so; the nearer one counts, of equally near ones the upper.
    const below = add(mul([floor(div(sub(exact, ending), step)), 1n], step), ending);
    const above = add(below, step);
    const chosen = less(sub(exact, below), sub(above, exact)) ? below : above;
    const least = ending[0] > 0n ? ending : step;
    return less(chosen, least) ? least : chosen;
  };
  const outOf = (name) => (here.tax === 'added' ? shop.tax[name] : '0');
  const rates =
    here.rates.find(
      (rate) => rate.province !== undefined && rate.country === country && rate.province === province,
    ) ??
    here.rates.find(
      (rate) => rate.country === undefined || (rate.country === country && rate.province === undefined),
    );

  // 1 Unit prices, 2 plans.
  const rows = lines.map(([name, quantity, plan]) => {
    const product = shop.products[name];
    const listed = market?.prices?.[name];
    let price = listed === undefined ? local(product.price, outOf(product.class)) : frac(listed);
    const terms = shop.plans.find(({ id }) => id === plan);
    const without = price;
    // What one piece costs in the first, second, ... order.
    const priceOf = (order) => {
      const now = order <= (terms?.introductory?.orders ?? 0) ? terms.introductory : terms;
      let own = without;
      if (now?.percentage) own = nearest(sub(own, part(own, now.percentage)), cent);
      if (now?.amount) own = sub(own, local(now.amount, outOf(product.class)));
      if (now?.price) own = local(now.price, outOf(product.class));
      return own[0] < 0n ? ZERO : own;
    };
    price = priceOf(1);
    const total = mul(price, [BigInt(quantity), 1n]);
    return {
      name,
      quantity,
      price,
      total,
      renews: plan !== undefined,
      terms,
      priceOf,
      shipped: !product.digital,
      grams: product.grams * quantity,
      rate: rates[product.class],
      off: ZERO,
    };
  });
  const subtotal = sum(rows.map(({ total }) => total));
  const shipped = rows.filter((row) => row.shipped);
  const served = country === 'CZ' || market !== undefined;
  // What is bought once is one parcel, what renews is another. What is not sent is worth something to the parcel of its
  // kind, or else to the only one.
  const parcels = [false, true].flatMap((renews) => {
    const own = shipped.filter((row) => row.renews === renews);
    const handle = Array.isArray(delivery) ? delivery[Number(renews)] : delivery;
    return own.length === 0 ? [] : [{ renews, handle, grams: own.reduce((all, row) => all + row.grams, 0) }];
  });
  const counts = (parcel, row) => parcels.length === 1 || parcel.renews === row.renews;
  const postages = (valueOf) =>
    parcels.map((parcel) => {
      const goods = sum(rows.filter((row) => counts(parcel, row)).map(valueOf));
      const method = shop.delivery.find(({ handle }) => handle === parcel.handle);
      const fitting = method?.rates.find(([limit]) => limit === null || parcel.grams <= limit);
      if (!served || !fitting) return null;
      if (method.freeFrom && !less(goods, local(method.freeFrom))) return ZERO;
      return local(fitting[1], outOf('standard'));
    });
  const known = (all) => sum(all.filter((each) => each !== null));

  // 3 Discounts: which are for this cart, which of them go together, what they take off.
  const about = (discount, row) => (discount.products ? discount.products.includes(row.name) : true);
  const amountOf = (discount, left) => {
    const goods = sum(left.filter(({ row }) => about(discount, row)).map(({ value }) => value));
    if (discount.percentage) return nearest(part(goods, discount.percentage), cent);
    if (!discount.amount) return ZERO;
    const amount = local(discount.amount);
    return less(goods, amount) ? goods : amount;
  };
  const split = (discount, left) => {
    const amount = amountOf(discount, left);
    const weights = left.map(({ row, value }) => (about(discount, row) ? value : ZERO));
    const whole = sum(weights);
    if (whole[0] === 0n) return weights;
    const exact = weights.map((weight) => div(div(mul(amount, weight), whole), cent));
    const shares = exact.map(floor);
    let over = floor(div(amount, cent)) - shares.reduce((all, share) => all + share, 0n);
    const rest = exact.map((value, index) => ({ index, value: sub(value, [shares[index], 1n]) }));
    rest.sort((one, two) =>
      less(two.value, one.value) ? -1 : less(one.value, two.value) ? 1 : one.index - two.index,
    );
    for (const { index } of rest) {
      if (over === 0n) break;
      shares[index] += 1n;
      over -= 1n;
    }
    return shares.map((share) => mul([share, 1n], cent));
  };
  const before = known(postages(({ total }) => total));
  const untouched = rows.map((row) => ({ row, value: row.total }));
  const candidates = shop.discounts.filter((discount) => {
    if (discount.code && !codes.includes(discount.code)) return false;
    if (!rows.some((row) => about(discount, row))) return false;
    if (discount.freeDelivery && shipped.length === 0) return false;
    return !(discount.minimum && less(subtotal, local(discount.minimum)));
  });
  const saving = (discount) => (discount.freeDelivery ? before : sum(split(discount, untouched)));
  const ranked = candidates
    .map((discount, index) => ({ discount, index, saved: saving(discount) }))
    .sort((one, two) =>
      less(two.saved, one.saved) ? -1 : less(one.saved, two.saved) ? 1 : one.index - two.index,
    );
  const taken = [];
  for (const { discount } of ranked)
    if (taken.every((other) => other.combines && discount.combines)) taken.push(discount);
  const chosen = shop.discounts.filter((discount) => taken.includes(discount));
  const given = [];
  const apply = (discount) => {
    const left = rows.map((row) => ({ row, value: sub(row.total, row.off) }));
    const shares = split(discount, left);
    const amount = sum(shares);
    if (amount[0] === 0n) return;
    rows.forEach((row, index) => (row.off = add(row.off, shares[index])));
    given.push({ name: discount.code ?? discount.title, amount, shares });
  };
  for (const discount of chosen.filter(({ products }) => products)) apply(discount);
  for (const discount of chosen.filter(({ products, freeDelivery }) => !products && !freeDelivery))
    apply(discount);
  const goods = sum(rows.map((row) => sub(row.total, row.off)));

  // 4 Delivery.
  const each = postages((row) => sub(row.total, row.off));
  const postage = known(each);
  const free = chosen.find(({ freeDelivery }) => freeDelivery);
  const postageOff = free ? postage : ZERO;
  if (postageOff[0] > 0n) given.push({ name: free.code, amount: postageOff, shares: [] });
  const sent = sub(postage, postageOff);

  // 5 Tax by rate, and duty.
  const taxLines = (amounts) => {
    const byRate = new Map();
    for (const [rate, amount] of amounts) byRate.set(rate, add(byRate.get(rate) ?? ZERO, amount));
    return [...byRate]
      .filter(([, amount]) => amount[0] !== 0n)
      .sort(([one], [two]) => Number(two) - Number(one))
      .map(([rate, amount]) => {
        const added = nearest(part(amount, rate), cent);
        const included = nearest(div(mul(amount, frac(rate)), add(HUNDRED, frac(rate))), cent);
        const tax = here.tax === 'added' ? added : included;
        return { rate: Number(rate), base: here.tax === 'added' ? amount : sub(amount, tax), tax };
      });
  };
  const paid = (some) => some.map((row) => [row.rate, sub(row.total, row.off)]);
  const worth = (some) => sum(taxLines(paid(some)).map((line) => line.base));
  const taxes = taxLines([...paid(rows), [rates.standard, sent]]);
  const tax = sum(taxes.map((line) => line.tax));
  // On what goods are worth: without the tax that prices hold, which is rounded once for each rate.
  const dutiable = worth(rows.filter((row) => row.shipped));
  const duty = nearest(part(dutiable, here.duty ?? '0'), cent);
  const value = sum([goods, sent, duty, here.tax === 'added' ? tax : ZERO]);

  // 6 Gift cards.
  let due = value;
  const cards = giftCards.map(([, balance, currency]) => {
    const has = currency === here.currency ? frac(balance) : ZERO;
    const pays = less(due, has) ? due : has;
    due = sub(due, pays);
    return { pays, left: sub(has, pays) };
  });

  // 7 What falls due again and again: each schedule's orders one after the other, the last amount without an end.
  const schedule = ({ terms: { interval = 'MONTH', count = 1 } }) => `${interval} ${count}`;
  const recurring = SCHEDULES.flatMap((name) => {
    const own = rows.filter((row) => row.renews && schedule(row) === name);
    if (own.length === 0) return [];
    const last = 1 + Math.max(...own.map(({ terms }) => terms.introductory?.orders ?? 0));
    const runs = [];
    for (let order = 1; order <= last; order += 1) {
      const due = sum(own.map((row) => mul(row.priceOf(order), [BigInt(row.quantity), 1n])));
      const run = runs.at(-1);
      if (run && !less(run.due, due) && !less(due, run.due)) run.orders += 1;
      else runs.push({ due, orders: 1 });
    }
    return [{ name, runs }];
  });

  const minor = (amount) => show(amount, here.places);
  const costs = each.map((cost) => (cost === null ? null : minor(cost)));
  return {
    story,
    currency: here.currency,
    market: market?.handle ?? null,
    lines: rows.map((row) => ({
      unit: minor(row.price),
      total: minor(row.total),
      rate: Number(row.rate),
      off: minor(row.off),
    })),
    subtotal: minor(subtotal),
    discounts: given.map(({ name, amount, shares }) => ({
      name,
      amount: minor(amount),
      shares: shares.map(minor),
    })),
    delivery: costs.length > 1 ? costs : (costs[0] ?? null),
    duty: minor(duty),
    taxes: taxes.map((line) => ({ rate: line.rate, base: minor(line.base), tax: minor(line.tax) })),
    totalTax: minor(tax),
    value: minor(value),
    recurring: recurring.map(({ name, runs }) => ({
      every: name,
      amounts: runs.map(({ due, orders }, index) => [minor(due), index === runs.length - 1 ? null : orders]),
    })),
    giftCards: cards.map(({ pays, left }) => ({ pays: minor(pays), left: minor(left) })),
    total: minor(due),
  };
}

const text = `[\n${stories.map((story) => `  ${JSON.stringify(work(story))}`).join(',\n')}\n]\n`;
if (process.argv.includes('--check')) {
  if (text !== read('figures.json')) throw new Error('figures.json is out of date: run node worksheet.mjs');
} else {
  writeFileSync(new URL('figures.json', import.meta.url), text);
}
