import { drawDesigns } from '../design/designs.js';
import { listTasks } from './list-tasks.js';
import type { Measured, MeasureTask } from './measurement.js';
import { modes } from './modes.js';
import { listFailures } from './shrink.js';
import { listDetections } from './summarize-faults.js';

/** The designs of the sample: its figures are compared with those of any time before. */
const seed = 40;
const designs = 20;

/** Forty audits: twenty services as they are and with one fault each, the modes in turn. */
export const listSample = (): MeasureTask[] =>
  listTasks(drawDesigns(designs, seed), modes, 1)
    .filter(({ fault }) => fault !== undefined)
    .flatMap((one) => [{ design: one.design, mode: one.mode }, one]);

/** Figures of the sample that may only rise, and those that may only fall. */
export interface SampleFigures {
  readonly rising: Readonly<Record<'factsRight' | 'checksDecided' | 'faultsFound', number>>;
  readonly falling: Readonly<Record<'factsWrong' | 'faultsCalledHeld' | 'failures', number>>;
}

/** Counts what the audits of the sample came to. */
export function countSample(all: readonly Measured[]): SampleFigures {
  const sound = all.filter(({ fault }) => fault === undefined);
  const facts = sound.flatMap(({ understanding }) => understanding).flatMap((one) => Object.values(one.facts));
  const countFacts = (which: string) => facts.filter(({ understood }) => understood === which).length;
  const detections = listDetections(all);
  return {
    rising: {
      factsRight: countFacts('right'),
      checksDecided: sound.reduce((sum, { checks }) => sum + checks.held + checks.violated, 0),
      faultsFound: detections.filter(({ isFound }) => isFound).length,
    },
    falling: {
      factsWrong: countFacts('wrong'),
      faultsCalledHeld: detections.filter(({ isHeld }) => isHeld).length,
      failures: sound.reduce((sum, one) => sum + listFailures(one).length, 0),
    },
  };
}
