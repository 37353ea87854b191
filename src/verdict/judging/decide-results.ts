import type { Report, Result } from '../../model/result/report.js';
import { decideGate, type GateInput } from '../gate.js';
import { type MatchWaiversOptions, matchWaivers } from '../waivers/match-waivers.js';
import { judgeWaivers } from '../waivers/waiver-standing.js';

export type DecideResultsInput = MatchWaiversOptions &
  Omit<GateInput, 'results' | 'waivers'> & {
    /** Whether too little was checked to say of a waiver that nothing needs it. */
    readonly isIncomplete?: (results: readonly Result[]) => boolean;
  };

/** Applies waivers to results, numbers the violations, and decides the gate. Never changes a verdict. */
export function decideResults(
  judged: readonly Result[],
  by: DecideResultsInput,
): Pick<Report, 'results' | 'waivers' | 'gate'> {
  const { waivers, today, endedEarly, isShard } = by;
  const results = matchWaivers(judged, by);
  const told = judgeWaivers({ waivers, results, today, isWhole: endedEarly === undefined && isShard !== true });
  const isIdle = by.isIncomplete?.(results) === true;
  const standing = told.map((waiver) =>
    isIdle && waiver.standing === 'stale' ? { ...waiver, standing: 'idle' as const } : waiver,
  );
  return {
    results,
    ...(standing.length > 0 && { waivers: standing }),
    gate: decideGate({ ...by, results, waivers: standing }),
  };
}
