import { expect, test } from 'vitest';
import { createTestFolder } from '../../../test/cli/assay.fixture.js';
import { summarize } from '../spread.js';
import { measureStartUp, type StartUp } from './measure-start-up.js';

/** Greatest ratios that pass: the aims are 1.4 and 4, and a busy machine slows the longer program more. */
const most = { help: 1.9, firstRequest: 6 };

test('the help and the first request of a run follow soon after the start of Node', async () => {
  const measured: StartUp[] = [];
  for (let i = 0; i < 7; i += 1) measured.push(await measureStartUp(createTestFolder()));
  expect(summarize(measured.map(({ help }) => help)).median).toBeLessThan(most.help);
  expect(summarize(measured.map(({ firstRequest }) => firstRequest)).median).toBeLessThan(most.firstRequest);
}, 120_000);
