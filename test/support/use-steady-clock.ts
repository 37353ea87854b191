import { afterAll, beforeAll } from 'vitest';
import { useClock as useDemoClock } from '../../src/demo/clock.js';
import { useClock } from '../../src/model/clock.js';
import { type SteadyClock, startSteadyClock } from './steady-clock.js';

/** Puts one steady clock in place for the kit and the demo service while the tests of a file run. */
export function useSteadyClock(): void {
  let steady: SteadyClock;
  let restore = () => {};
  beforeAll(() => {
    steady = startSteadyClock();
    const [kit, demo] = [useClock(steady), useDemoClock(steady)];
    restore = () => {
      useClock(kit);
      useDemoClock(demo);
    };
  });
  afterAll(() => {
    restore();
    steady.stop();
  });
}
