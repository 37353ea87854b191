import type { Report, Result } from '../../model/result/report.js';
import { type GateInput, gate } from '../gate.js';
import { type Numbering, numbered } from '../waivers/match-waivers.js';
import { standings } from '../waivers/waiver-standing.js';

/** What results are settled by. */
export type Settling = Numbering & Omit<GateInput, 'results' | 'waivers'>;

/** Lays waivers over results, numbers what is violated, and decides about the gate. No verdict is changed. */
export function settle(told: readonly Result[], by: Settling): Pick<Report, 'results' | 'waivers' | 'gate'> {
  const { waivers, today, endedEarly, isShard } = by;
  const results = numbered(told, by);
  const standing = standings({ waivers, results, today, isWhole: endedEarly === undefined && isShard !== true });
  return {
    results,
    ...(standing.length > 0 && { waivers: standing }),
    gate: gate({ ...by, results, waivers: standing }),
  };
}
