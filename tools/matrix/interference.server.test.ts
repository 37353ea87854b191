import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { auditReachingFault } from './interference.fixture.js';

useSteadyClock();

test.each(['get-changes-another-order', 'repeated-delete-removes-another-order'])(
  '%s violates exactly the rules that claim it, with eight trials at a time',
  async (name) => {
    const { claimed, violated } = await auditReachingFault(name, 1, 8);
    expect(violated).toEqual(claimed);
  },
);
