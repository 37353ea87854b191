import { afterAll, beforeAll } from 'vitest';
import { installSteadyClock } from './install-steady-clock.js';

/** Puts one steady clock in place for the kit and the demo service while the tests of a file run. */
export function useSteadyClock(): void {
  let restore = () => {};
  beforeAll(() => {
    restore = installSteadyClock();
  });
  afterAll(() => restore());
}
