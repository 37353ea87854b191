import { useClock as useDemoClock } from '../../src/demo/clock.js';
import { useClock } from '../../src/model/clock.js';
import { startSteadyClock } from './steady-clock.js';

/** Starts one steady clock for the kit and the demo service of this process; returns what puts their own clocks back. */
export function installSteadyClock(): () => void {
  const steady = startSteadyClock();
  const [kit, demo] = [useClock(steady), useDemoClock(steady)];
  return () => {
    useClock(kit);
    useDemoClock(demo);
    steady.stop();
  };
}
