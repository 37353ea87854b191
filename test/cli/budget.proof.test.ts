import { test } from 'vitest';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { expectNothingLeft } from './budget.fixture.js';

useSteadyClock();

// An aborted creation is found only by searching its list, which must be paid for as well: 575 left an order behind.
test.each([50, 90, 140, 210, 300, 420, 575, 700, 1_000, 1_500, 2_000])(
  'leaves no items when eight trials run at the same time, with a budget of %i',
  expectNothingLeft,
);
