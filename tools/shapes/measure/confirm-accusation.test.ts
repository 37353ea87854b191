import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Design } from '../design/design.js';
import { simplestDesign } from '../design/simplest.js';
import { describeService } from '../facts/build-facts.js';
import { faults, findFault } from '../faults/faults.js';
import { confirmAccusation, listBrokenPromises } from './confirm-accusation.js';
import { matchesRule } from './promises/broken-promise.js';
import { collectionPromises } from './promises/collection-promises.js';
import { faultPromises } from './promises/fault-promises.js';
import { servicePromises } from './promises/service-promises.js';

const suites = new URL('../../../suites/', import.meta.url);
const ruleIds = readdirSync(suites, { withFileTypes: true, recursive: true })
  .filter((one) => one.isFile() && /^[\w-]+\.ts$/.test(one.name) && !one.parentPath.includes('_shared'))
  .map(({ parentPath, name }) => `${parentPath.split('/').filter(Boolean).at(-1)}/${name.slice(0, -3)}`);
const patterns = [
  ...servicePromises.flatMap(({ rules }) => rules),
  ...collectionPromises.flatMap(({ rules }) => rules),
  ...Object.values(faultPromises).flatMap((rules) => rules.split(' ')),
];

describe('table of promises', () => {
  it.each([...new Set(patterns)])('%s is the id of a rule, or matches some', (pattern) => {
    expect(ruleIds.some((rule) => matchesRule(rule, [pattern]))).toBe(true);
  });

  it('has an entry for each fault', () => {
    expect(Object.keys(faultPromises).sort()).toEqual(faults.map(({ name }) => name).sort());
  });
});

/** The simplest design with some choices in its only collection. */
function design(choices: object, service: object = {}): Design {
  const [collection] = simplestDesign.collections;
  if (!collection) throw new Error('No collection.');
  return {
    ...simplestDesign,
    service: { ...simplestDesign.service, ...service },
    collections: [{ ...collection, choices: { ...collection.choices, paging: 'page', ...choices } }],
  };
}

describe('confirmAccusation', () => {
  const plain = describeService(design({}));
  const [collection] = plain.collections;
  const subject = collection?.plural ?? '';

  it('confirms nothing on a design that keeps all promises', () => {
    expect(listBrokenPromises(plain, undefined)).toEqual([]);
  });

  it('confirms what a value of the service breaks, on any subject', () => {
    const facts = describeService(design({}, { wrongMethod: '405-bare' }));
    const rule = 'operations/status-405-names-the-methods';
    expect(confirmAccusation({ rule, subject: '/elsewhere' }, facts, undefined)).toBe(true);
    expect(confirmAccusation({ rule, subject: '/elsewhere' }, plain, undefined)).toBe(false);
  });

  it.each([
    ['the service', 'service', true],
    ['the collection', subject, true],
    ['an operation', `POST ${collection?.listPath}`, true],
    ['an item', collection?.itemPath ?? '', true],
    ['another collection', 'elsewhere', false],
    ['another operation', 'POST /elsewhere', false],
  ])('on %s, decides about what a collection breaks', (_, named, expected) => {
    const facts = describeService(design({ createStatus: '200' }));
    expect(confirmAccusation({ rule: 'creation/valid-post-answers-201', subject: named }, facts, undefined)).toBe(
      expected,
    );
  });

  it('confirms what a fault breaks, and no other rule', () => {
    const fault = findFault('second-delete-answers-500');
    const rule = 'idempotency/repeated-delete-has-one-effect';
    expect(confirmAccusation({ rule, subject }, plain, fault)).toBe(true);
    expect(confirmAccusation({ rule, subject }, plain, undefined)).toBe(false);
    expect(confirmAccusation({ rule: 'pagination/paging-ends', subject }, plain, fault)).toBe(false);
  });
});
