/** Dependencies point one way; docs/architecture.md draws the picture these rules check. */
const embed = '^web/embed/';

/** The folders of the embed and what each may import besides itself. */
const folders = {
  constants: [],
  i18n: [],
  dom: ['constants'],
  cart: ['constants'],
  wallets: ['constants', 'i18n', 'cart', 'dom'],
  flows: ['constants', 'i18n', 'cart', 'wallets'],
  'shop-wallet': ['constants', 'i18n', 'dom', 'cart', 'flows', 'wallets'],
  ui: ['constants', 'i18n', 'dom', 'flows'],
  elements: ['constants', 'i18n', 'dom', 'cart', 'flows', 'wallets', 'shop-wallet', 'ui'],
};

/** The folders of `elements`, from below. The files beside them are the entry: they may import all of these. */
const elementFolders = {
  tags: [],
  attributes: ['tags'],
  page: [],
  views: ['tags'],
  chunks: ['tags', 'attributes', 'page', 'views'],
  loaders: ['chunks'],
};

/**
 * One rule for each folder: what it may import of the folders beside it.
 * @param {string} parent ends with a slash
 * @param {Readonly<Record<string, readonly string[]>>} allowedByFolder
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const directionsIn = (parent, allowedByFolder) => {
  const pathOf = (/** @type {string} */ folder) => `^${parent}${folder}(/|\\.ts$)`;
  return Object.entries(allowedByFolder).map(([folder, allowed]) => ({
    name: `${parent.slice('web/'.length, -1).replace('/', '-')}-${folder}-direction`,
    comment: `${folder} may import only: ${[folder, ...allowed].join(', ')}`,
    severity: 'error',
    from: { path: pathOf(folder), pathNot: '\\.test\\.tsx?$' },
    to: { path: `^${parent}`, pathNot: [folder, ...allowed].map(pathOf) },
  }));
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'not-to-test',
      severity: 'error',
      comment: 'Shipped code does not import tests.',
      from: { pathNot: '(\\.test\\.tsx?$)|(^web/[^/]+/test/)|(^web/testing/)|(^web/e2e/)' },
      to: { path: '(\\.test\\.tsx?$)|(^web/[^/]+/test/)|(^web/testing/)' },
    },
    ...directionsIn('web/embed/', folders),
    ...directionsIn('web/embed/elements/', elementFolders),
    {
      name: 'built-tests-load-no-source',
      comment: 'They try what the build wrote: of the sources they may know types, and the data of tests.',
      severity: 'error',
      from: { path: '^web/built/' },
      to: {
        path: '^web/(base|embed)/',
        pathNot: `${embed}test/(amazon-pay|api|apple-pay|cart-data|form|google-pay|product)\\.ts$`,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'test-data-loads-no-source',
      comment: 'The tests of what was built share it.',
      severity: 'error',
      from: { path: `${embed}test/(amazon-pay|api|apple-pay|cart-data|form|google-pay|product)\\.ts$` },
      to: {
        path: '^web/(base|embed)/',
        pathNot: `${embed}test/`,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'base-imports-nothing',
      comment: 'What every room may use knows none of them.',
      severity: 'error',
      from: { path: '^web/base/', pathNot: '\\.test\\.tsx?$' },
      to: { pathNot: '^web/base/' },
    },
    {
      name: 'embed-chunks-only-lazily',
      comment: 'What the entry loads later stays out of it.',
      severity: 'error',
      from: {
        path: `${embed}(elements|flows|cart|wallets|shop-wallet|dom|i18n)/`,
        pathNot: '\\.test\\.tsx?$',
      },
      to: {
        path: `${embed}(elements/chunks/(press|wallet|cart-wallets|delivery|subscription)\\.ts|flows/rates/index\\.ts|shop-wallet/index\\.ts|wallets/[^/]+/index\\.ts)$`,
        dynamic: false,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'reference-is-not-shipped',
      comment: 'The build writes documents from it; its sentences must not reach a page.',
      severity: 'error',
      from: { pathNot: '^web/build/' },
      to: { path: `${embed}elements/attributes/reference\\.ts$` },
    },
    {
      name: 'embed-ui-only-rendered',
      comment: 'The build renders the React views; no storefront loads them.',
      severity: 'error',
      from: { path: embed, pathNot: `${embed}ui/|\\.test\\.tsx?$` },
      to: { path: `${embed}ui/` },
    },
    {
      name: 'embed-react-only-in-ui',
      severity: 'error',
      from: { path: embed, pathNot: `${embed}ui/|\\.test\\.tsx?$` },
      to: { path: 'node_modules/react(-dom)?/' },
    },
    {
      name: 'checkout-not-to-embed-internals',
      comment:
        'The checkout may import cart/, constants.ts, i18n/recurring.cs.ts and wallets/load-sdk.ts of the embed, nothing else.',
      severity: 'error',
      from: { path: '^web/checkout/' },
      to: { path: embed, pathNot: `${embed}(cart/|(constants|i18n/recurring\\.cs|wallets/load-sdk)\\.ts$)` },
    },
    {
      name: 'embed-not-to-checkout',
      severity: 'error',
      from: { path: embed },
      to: { path: '^web/(checkout|e2e)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist(-sandbox)?/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};
