import type { Design } from '../design/design.js';
import { describeService } from '../facts/build-facts.js';
import type { Fault } from '../faults/fault.js';
import { faults } from '../faults/faults.js';
import type { MeasureTask } from './measurement.js';
import { hasAllCallers, type Mode } from './modes.js';

/**
 * A measurement of each design in each mode without a fault, and one of each pair of the design with a number of faults: of these, the
 * modes in turn in which the fault can show.
 */
export function listTasks(designs: readonly Design[], modes: readonly Mode[], faultsEach = 0): MeasureTask[] {
  const used = new Map<string, number>();
  let pairs = 0;
  return designs.flatMap((design): MeasureTask[] => [
    ...modes.map((mode) => ({ design, mode })),
    ...chooseFaults(design, faultsEach, used).flatMap(({ name, needsCallers }) => {
      const open = modes.filter((one) => !needsCallers || hasAllCallers(one));
      const mode = open[pairs++ % open.length];
      return mode === undefined ? [] : { design, mode, fault: name };
    }),
  ]);
}

/** Those of the faults that apply to a design that fewest designs before it have. */
function chooseFaults(design: Design, count: number, used: Map<string, number>): Fault[] {
  const facts = describeService(design);
  const countUses = ({ name }: Fault) => used.get(name) ?? 0;
  const chosen = faults
    .filter(({ appliesTo }) => appliesTo(facts))
    .sort((one, other) => countUses(one) - countUses(other))
    .slice(0, count);
  for (const one of chosen) used.set(one.name, countUses(one) + 1);
  return chosen;
}
