/** Rules that find no usable case in some variants, and the dialects in which they must find one. */
export const rulesWithoutCases: readonly { readonly rules: readonly string[]; readonly unless: readonly string[] }[] = [
  {
    rules: [
      'caching/changed-representation-does-not-answer-304',
      'caching/current-entity-tag-answers-304',
      'caching/each-change-changes-the-entity-tag',
      'caching/if-match-is-observed',
      'caching/removed-item-does-not-answer-304',
      'caching/stale-if-match-changes-nothing',
      'caching/stale-if-match-deletes-nothing',
    ],
    unless: ['etags', 'weak-etags', 'library'],
  },
  // A weak entity tag never matches, nor one of a representation that differs each time.
  { rules: ['caching/if-match-takes-any-listed-tag'], unless: ['library'] },
  { rules: ['idempotency/write-returns-what-get-returns'], unless: ['etags', 'normalising', 'order-parts'] },
  { rules: ['links/actions-without-a-link-are-refused'], unless: ['links-hal', 'links-header'] },
  { rules: ['pagination/maximum-page-size-is-kept'], unless: ['small-pages', 'pagination-cursor'] },
  {
    rules: ['pagination/page-links-lead-to-their-pages'],
    unless: ['pagination-page', 'pagination-jsonapi'],
  },
  {
    rules: [
      'validation/problem-details-are-well-formed',
      'validation/errors-have-one-shape',
      'operations/problem-details-are-well-formed',
    ],
    unless: ['errors-problem'],
  },
];

/** Lists of the inventory are short and have entries of others. */
const withoutCasesInTheInventory = [
  'pagination/list-without-parameters-is-bounded [',
  'pagination/page-size-is-honoured [',
  'pagination/empty-result-is-an-empty-page [products]',
];

/**
 * A collection of the library in which nothing that is sent is refused and whose items show no marker, and what lies below
 * an item and may be missing.
 */
const withoutCasesAnywhere = [
  'creation/refused-post-creates-nothing [copies]',
  'nesting/item-belongs-to-its-parent-only [copies]',
  // A part may follow anything.
  'validation/unknown-references-are-refused-by-put-and-patch [parts]',
  // They have texts only.
  'idempotency/patch-stores-empty-values [copies]',
  'idempotency/put-stores-empty-values [copies]',
  // They create nothing, and most lists are empty.
  'pagination/paging-parameters-have-an-effect [',
  'pagination/small-pages-show-what-large-pages-show [',
  'document/described-address-is-there [GET /orders/{order_id}/',
  'document/described-address-is-there [GET /shelves/{shelfId}/',
];

/** Rules about single resources that cannot be set up where writes are refused. */
function listFixedSingles(path: string, rules: readonly string[]) {
  return rules.map((rule) => ({ one: `singles/${rule} [${path}] setup`, dialect: /^inventory-with-fixed-settings$/ }));
}

/** Rules about unique members; those of parts only look unique. */
const uniqueRules = [
  'freed-unique-value-can-be-reused',
  'refused-duplicate-has-no-effect',
  'taken-unique-value-answers-409',
];

/** What a dialect makes impossible to set up, or to compare. */
const withoutSetup: readonly { readonly one: string; readonly dialect: RegExp }[] = [
  ...uniqueRules.map((rule) => ({ one: `conflict/${rule} [parts] no-usable-case`, dialect: /^order-parts/ })),
  // The search reads the customer, and the texts of the check are in the note.
  { one: 'filters/filter-values-are-no-patterns [parts] setup', dialect: /^order-parts/ },
  // The import only takes many products at once, so no request to it succeeds.
  { one: 'operations/errors-show-no-internals [/products/import] setup', dialect: /^inventory/ },
  // The statistics change with every request.
  {
    one: 'caching/current-entity-tag-answers-304 [GET /settings] setup',
    dialect: /^inventory-with-statistics$/,
  },
  // The settings and the notice are fixed.
  ...listFixedSingles('/settings', [
    'put-replaces-a-single-resource',
    'repeated-put-of-a-single-resource-has-one-effect',
  ]),
  ...listFixedSingles('/notice', ['deleted-single-resource-is-gone', 'location-of-a-single-resource-is-there']),
  ...['/settings', '/notice'].flatMap((path) =>
    listFixedSingles(path, [
      'single-resource-refuses-invalid-content',
      'writing-a-single-resource-is-not-a-server-error',
    ]),
  ),
  // The example has a name that is taken.
  {
    one: 'document/documented-examples-are-accepted [products] no-usable-case',
    dialect: /^inventory-with-taken-names$/,
  },
  // The list of copies shows none by the id of another shelf.
  { one: 'nesting/key-applies-below-its-parent-only [copies] setup', dialect: /^library/ },
  // The stages say nothing about actions.
  { one: 'conflict/illegal-transition-answers-409 [orders] no-usable-case', dialect: /^stages$/ },
  { one: 'conflict/refused-transition-has-no-effect [orders] no-usable-case', dialect: /^stages$/ },
  { one: 'links/links-match-the-state [orders] setup', dialect: /^stages$/ },
  { one: 'links/offered-links-are-reachable [orders] setup', dialect: /^stages$/ },
  // Another caller may not create below an order that is hidden from it.
  { one: 'replay/key-applies-to-its-caller-only [parts] setup', dialect: /^hides-existence$/ },
  { one: 'idempotency/write-returns-what-get-returns [orders] no-usable-case', dialect: /^put-204$/ },
  { one: 'idempotency/write-returns-what-get-returns [parts] no-usable-case', dialect: /^put-204$/ },
];

/** Of what a variant left undecided (rule, subject and cause), what is no consequence of its dialects. */
export function listUnexpectedlyUndecided(undecided: readonly string[], dialect: readonly string[]): string[] {
  const inUse = addDefaults(dialect);
  const isExpected = (one: string) =>
    withoutSetup.some((known) => known.one === one && inUse.some((name) => known.dialect.test(name))) ||
    (one.endsWith(' no-usable-case') &&
      (withoutCasesAnywhere.some((rule) => one.startsWith(rule)) ||
        (inUse.some((name) => name.startsWith('inventory')) &&
          withoutCasesInTheInventory.some((rule) => one.startsWith(rule))) ||
        rulesWithoutCases.some(
          ({ rules, unless }) =>
            rules.some((rule) => one.startsWith(`${rule} `)) && !unless.some((name) => inUse.includes(name)),
        )));
  return undecided.filter((one) => !isExpected(one));
}

/** The dialects with the defaults of those axes that the rules above depend on. */
const addDefaults = (dialect: readonly string[]): readonly string[] => [
  ...dialect,
  ...(dialect.some((name) => name.startsWith('pagination-') || name.startsWith('library'))
    ? []
    : ['pagination-cursor']),
  ...(dialect.some((name) => name.startsWith('errors-')) ? [] : ['errors-problem']),
  ...(dialect.includes('library-without-a-profile') ? ['library'] : []),
];
