import { expect, test } from 'vitest';
import type { Collection, Exchange, JudgingTools } from '#rule';
import type { Dialect } from '../../../src/model/service/subject.js';
import defineRule from '../taken-unique-value-answers-409.js';

const exchange = (method: 'GET' | 'POST', path: string, status: number, headers = {}, isDone?: boolean): Exchange => ({
  ...{ n: 1, method, path, silence: undefined, ...(isDone !== undefined && { isDone }) },
  answer: { status, headers, text: '', json: undefined },
});

const judging = {
  dialect: { conflict: [409] } as unknown as Dialect,
  collection: { unique: ['/ref'] } as unknown as Collection,
} as JudgingTools;

/** The finding for a request that is accepted first, and then has an effect. */
const said = (location: string, isDone: boolean) => {
  const asked = exchange('POST', '/things', 202, { location }, isDone);
  const look = exchange('GET', '/things/t2', 200);
  const seen = { sent: { ref: 'a' }, unique: ['/ref'], first: exchange('POST', '/things', 201), asked, look };
  return defineRule.then({ ...seen, isDone: true, isRight: false }, judging);
};

test.each([
  ['what a monitor called finished is a success', '/operations/o1', true, { verdict: 'violated' }],
  ['what is still under way may be refused', '/operations/o1', false, { verdict: 'inconclusive' }],
  ['a resource that is at its own URL from the beginning may be, too', '/things/t2', true, { verdict: 'inconclusive' }],
] as const)('%s', (_, location, isDone, expected) => {
  expect(said(location, isDone)).toMatchObject(expected);
});
