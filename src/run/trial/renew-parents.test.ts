import { expect, test } from 'vitest';
import { exchange } from '../../../test/support/then-table.fixture.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { type Finding, InconclusiveError } from '../../rule/finding.js';
import type { TriedCase } from './experiment.js';
import { type CaseParents, tryBelowParents } from './run-case.js';

const below = (path: string): Collection => ({
  ...createBareCollection('payments'),
  path,
  parents: [{ place: '{orderId}', collection: 'orders' }],
});
const [shared, fresh] = [below('/orders/1/payments'), below('/orders/2/payments')];

const undecided: Finding = { verdict: 'inconclusive', cause: 'setup', why: 'the creation was refused' };
const held: Finding = { verdict: 'held' };
const tried = (finding: Finding, status: number, path = '/orders/1/payments'): TriedCase => ({
  ...{ finding, hasUsedNoise: false },
  seen: [{ ...exchange(`POST ${path}`, status), path }] as unknown as TriedCase['seen'],
});

const open = (): CaseParents => ({ unbound: shared, shared, stopsBefore: 0, hasHelped: undefined });

/** Runs cases one after the other, each answered by path; returns the paths that were used. */
async function run(answer: (path: string, turn: number) => TriedCase, cases = 3) {
  const paths: string[] = [];
  const parents = open();
  for (let turn = 0; turn < cases; turn += 1) {
    const attempt = async (subject: Subject) => {
      const path = subject.kind === 'collection' ? subject.path : '';
      paths.push(path);
      return answer(path, turn);
    };
    await tryBelowParents(parents, 0, { create: async () => fresh, attempt });
  }
  return paths;
}

const [one, two] = [shared.path, fresh.path];

test('a case that a full parent refuses is repeated below a new one, and later cases begin there', async () => {
  const paths = await run((path, turn) => (path === one && turn > 0 ? tried(undecided, 409) : tried(held, 201)));
  expect(paths).toEqual([one, one, two, two]);
});

test('new parents are not created again where they did not help', async () => {
  expect(await run((path) => tried(undecided, 409, path))).toEqual([one, two, one, one]);
});

test('new parents help where the case is undecided for another reason', async () => {
  const paths = await run((path, turn) => tried(undecided, path === one && turn > 0 ? 409 : 201, path));
  expect(paths).toEqual([one, one, two, two]);
});

test('cases that are decided, or refused otherwise, keep the shared parent', async () => {
  expect(await run(() => tried(held, 409))).toEqual([one, one, one]);
  expect(await run(() => tried(undecided, 422))).toEqual([one, one, one]);
  expect(await run(() => tried(undecided, 409, '/orders/1'))).toEqual([one, one, one]);
});

test('a case whose new parents cannot be created is undecided for the same reason, and the next one tries again', async () => {
  let isFull = true;
  const parents = open();
  const create = async () => {
    if (isFull) throw new InconclusiveError('budget', 'too many items exist');
    return fresh;
  };
  const attempt = async (subject: Subject) =>
    subject === fresh ? tried(held, 201, fresh.path) : tried(undecided, 409);
  expect(await tryBelowParents(parents, 0, { create, attempt })).toMatchObject({
    finding: { verdict: 'inconclusive', cause: 'budget' },
  });
  isFull = false;
  expect(await tryBelowParents(parents, 0, { create, attempt })).toMatchObject({ finding: held });
  isFull = true;
  expect(await tryBelowParents(parents, 0, { create, attempt })).toMatchObject({
    finding: { cause: 'budget', why: 'too many items exist' },
  });
});

test('an error of the kit while parents are created is not hidden', async () => {
  const create = () => Promise.reject(new TypeError('wrong'));
  const attempt = async () => tried(undecided, 409);
  await expect(tryBelowParents(open(), 0, { create, attempt })).rejects.toThrow('wrong');
});

test('after the service stopped, cases begin with new parents: the shared ones may be gone', async () => {
  const paths: string[] = [];
  const attempt = async (subject: Subject) => {
    paths.push(subject.kind === 'collection' ? subject.path : '');
    return tried(held, 201);
  };
  await tryBelowParents(open(), 1, { create: async () => fresh, attempt });
  expect(paths).toEqual([two]);
});
