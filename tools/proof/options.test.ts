import { expect, test } from 'vitest';
import { proofKinds } from './jobs/job.js';
import { ProofUsageError, parseProofOptions } from './options.js';

test('without options everything is proved once, with one seed', () => {
  expect(parseProofOptions([])).toEqual({
    isShort: false,
    seeds: 1,
    kinds: proofKinds,
    names: [],
    isList: false,
    isFresh: false,
    folder: '.proof',
  });
});

test('options choose what is run, and where results are written', () => {
  const args = '--seeds 20 --only worlds,matrix --name matrix/a* --name *b* --shard 2/3 --fresh --folder x --json y';
  expect(parseProofOptions(args.split(' '))).toMatchObject({
    seeds: 20,
    kinds: ['matrix', 'worlds'],
    names: ['matrix/a*', '*b*'],
    shard: { index: 2, count: 3 },
    isFresh: true,
    folder: 'x',
    jsonFile: 'y',
  });
});

test('the short form may have several seeds', () => {
  expect(parseProofOptions(['--short', '--seeds', '3'])).toMatchObject({ isShort: true, seeds: 3 });
});

test.each([
  '--seeds 0',
  '--seeds many',
  '--only faults',
  '--shard 0/2',
  '--shard 3/2',
  '--shard 2',
  '--unknown',
  'matrix',
])('%s is refused', (line) => {
  expect(() => parseProofOptions(line.split(' '))).toThrow(ProofUsageError);
});
