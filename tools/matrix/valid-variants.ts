import { type DialectChoice, demoDialects, dialects } from '../../src/demo/start-demo.js';

/** Valid variants that are no dialects of the demo: the library, as its profile declares it and as its document alone says. */
export const libraryVariants: readonly string[] = ['library', 'library-without-a-profile'];

/** Dialects that concern the same rules, and once led to a false violation together. */
const combinedVariants: readonly (readonly string[])[] = [
  demoDialects,
  ['pagination-offset', 'past-end-last-page', 'small-pages'],
  ['pagination-page', 'past-end-last-page', 'small-pages', 'over-max-rejects'],
  ['pagination-keyset', 'small-pages', 'ids-integer'],
  ['access-basic', 'hides-existence', 'errors-empty', 'unique-reference'],
  ['key-in-body', 'keys-required', 'key-replays-current', 'created-location-only'],
];

/** The valid variants: the default, each other dialect by itself, some together, all that differ at once, and the library. A limit on requests would slow all other rules down, so `listFloodedVariants` has those that declare one. */
export function listValidVariants(): (readonly string[])[] {
  const others = dialects.filter((dialect) => !dialect.isDefault && !hasRateLimit(dialect) && !isInventory(dialect));
  const perAxis = new Map(others.map(({ axis, name }) => [axis, name]));
  return [
    [],
    ...others.map(({ name }) => [name]),
    ...combinedVariants,
    [...perAxis.values()],
    ...libraryVariants.map((name) => [name]),
    ...dialects.filter(isInventory).map(({ name }) => [name]),
    ['inventory', 'access-bearer'],
  ];
}

/** Most dialects that are packed into one audit. */
const maxCombined = 6;

/** If-Match never matches the weak entity tags of many other dialects, so nothing could be written. */
const unpackable: readonly string[] = ['if-match-required'];

/** The valid variants in fewer audits: dialects of different axes together, a few at a time. */
export function packVariants(): (readonly string[])[] {
  const variants = listValidVariants();
  const alone = variants.filter(
    ([name = '', ...more]) => more.length === 0 && findAxis(name) !== undefined && !unpackable.includes(name),
  );
  const packs: string[][] = [];
  for (const [name = ''] of alone) {
    const pack = packs.find(
      (names) =>
        names.length < maxCombined &&
        names.every((one) => findAxis(one) !== findAxis(name) && isOfInventory(one) === isOfInventory(name)),
    );
    if (pack) pack.push(name);
    else packs.push([name]);
  }
  return [...variants.filter((variant) => !alone.includes(variant)), ...packs];
}

const findAxis = (name: string | undefined): string | undefined =>
  dialects.find((dialect) => dialect.name === name)?.axis;

/** The valid variants that are audited with floods of requests: those that declare a limit on them. */
export const listFloodedVariants = (): string[][] => dialects.filter(hasRateLimit).map(({ name }) => [name]);

const isOfInventory = (name: string): boolean =>
  dialects.some((dialect) => dialect.name === name && isInventory(dialect));

/** The inventory is another service, to which the other dialects do not apply. */
const isInventory = ({ service }: DialectChoice): boolean => service === 'inventory';

const hasRateLimit = ({ profile = {} }: DialectChoice): boolean => 'rateLimit' in profile;
