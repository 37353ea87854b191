import type { Design } from '../shapes/design/design.js';
import { describeService } from '../shapes/facts/build-facts.js';
import { findFault } from '../shapes/faults/faults.js';
import { confirmAccusation } from '../shapes/measure/confirm-accusation.js';
import { type Detection, detectFault } from './detect-fault.js';
import { type JudgedRecording, judgeRecording, type TrafficStatement } from './judge-recording.js';
import { recordDesign } from './record-design.js';

/** Judges the traffic of a correct service; `wrong` are the statements about what its design does not break. */
export async function judgeDesign(
  design: Design,
  hasDocument: boolean,
): Promise<JudgedRecording & { readonly wrong: readonly TrafficStatement[] }> {
  const facts = describeService(design);
  const judged = await judgeRecording(await recordDesign(design, { hasDocument }));
  return { ...judged, wrong: judged.statements.filter((one) => !confirmAccusation(one, facts, undefined)) };
}

/** What the traffic of a service with a fault says of the fault. */
export const detectDesignFault = (design: Design, name: string): Promise<Detection> =>
  detectFault((isFaulty) => recordDesign(design, isFaulty ? { change: findFault(name).change } : {}));
