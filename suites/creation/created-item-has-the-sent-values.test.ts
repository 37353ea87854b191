import { expect, test } from 'vitest';
import type { Exchange, Json, JudgingTools } from '#rule';
import { createBareCollection } from '../../src/model/service/bare-collection.js';
import rule from './created-item-has-the-sent-values.js';

const sent = { title: 'Rain', size: 3, tags: ['wet', 'cold'], place: { city: 'Bonn' } };

/** What the rule says of an item that was created with this media type and is shown like this. */
function judge(mediaType: string, shown: Json) {
  const create = {
    method: 'POST',
    path: '/notes',
    provenance: 'declared',
    statuses: [],
    parameters: [],
    request: { mediaType },
  };
  const collection = { ...createBareCollection('notes'), create };
  const read = { answer: { status: 200, json: shown } } as unknown as Exchange;
  const item = { sent, createdBy: read };
  const tools = { withoutBookkeeping: (value: Json | undefined) => value, collection } as unknown as JudgingTools;
  return (rule.then as (seen: unknown, tools: JudgingTools) => { verdict: string })({ item, read }, tools).verdict;
}

test.each<[string, string, Json, string]>([
  ['a list is one text', 'application/x-www-form-urlencoded', { ...sent, tags: 'cold', place: 'Bonn' }, 'held'],
  ['a text is another one', 'application/x-www-form-urlencoded', { ...sent, title: 'Snow' }, 'violated'],
  ['a list is another one', 'application/json', { ...sent, tags: ['cold'] }, 'violated'],
  ['all is as sent', 'application/json', sent, 'held'],
])('where %s in an item of %s', (_, mediaType, shown, verdict) => {
  expect(judge(mediaType, shown)).toBe(verdict);
});
