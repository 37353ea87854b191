import { expect, test } from 'vitest';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { auditBug } from './audit-bug.fixture.js';
import { reportedBugs } from './bugs.fixture.js';

useSteadyClock();

const all = Object.entries(reportedBugs);

test.each(all.filter(([, { missed }]) => missed?.document === undefined))('%s is found', async (_, bug) => {
  const { violated, errored } = await auditBug(bug, false, 'document', 7);
  expect(bug.rules.some((rule) => violated.includes(rule))).toBe(true);
  expect(errored).toEqual([]);
});

// What is found here has a reason in `missed`, and on the page, that is no longer true.
test.each(all.filter(([, { missed }]) => missed?.document !== undefined))('%s is not found yet', async (_, bug) => {
  const { violated, errored } = await auditBug(bug, false, 'document', 7);
  expect(bug.rules.filter((rule) => violated.includes(rule))).toEqual([]);
  expect(errored).toEqual([]);
});

test.each(all)('%s without its bug violates nothing', async (_, bug) => {
  expect(await auditBug(bug, true, 'document', 7)).toEqual({ violated: [], errored: [] });
});
