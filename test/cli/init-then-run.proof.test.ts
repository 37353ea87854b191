import { test } from 'vitest';
import { demoProfile } from '../../src/demo/service/demo-profile.js';
import { startDemo } from '../../src/demo/start-demo.js';
import { libraryProfile, startLibrary } from '../../tools/library-service/start-library.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { expectInitToAgree } from './init-then-run.fixture.js';

useSteadyClock();

test('the profile that init writes for the demo has the verdicts of a run without one, and most of those with a hand-written one', async () => {
  await expectInitToAgree(() => startDemo(), demoProfile);
});

test('the profile that init writes for the library has the verdicts of a run without one, and most of those with a hand-written one', async () => {
  await expectInitToAgree(() => startLibrary(), libraryProfile);
});
