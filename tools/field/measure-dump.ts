import type { Permission } from '../../src/model/permission.js';
import type { Report } from '../../src/model/result/report.js';
import type { ServiceAudit } from './audit-service.js';
import { compareItems, type ItemDifference } from './compare-items.js';
import { isSafe } from './record-requests.js';
import type { Mode } from './service.js';

/** What one audit changed in the data of a service, and what its report says about that. */
export interface DumpMeasurement extends ItemDifference {
  readonly service: string;
  readonly mode: Mode;
  readonly permit: Permission;
  /** Whether all lists have the same content as before, in the same order. */
  readonly isSame: boolean;
  /** Items that the report calls left, and those that may be. */
  readonly certain: number;
  readonly possible: number;
  /** Addresses of other items that the report calls gone. */
  readonly named: number;
  /** Requests that could change something, and DELETE among them. */
  readonly writes: number;
  readonly deletes: number;
  /** Whether the report says what the lists show, and nothing was sent or changed without permission. */
  readonly isTrue: boolean;
}

/** Compares the lists of a service before and after an audit with the statement of its report and with the permission. */
export function measureDump(
  service: string,
  mode: Mode,
  permit: Permission,
  { report, before, after, requests }: ServiceAudit,
): DumpMeasurement {
  const { added, lost } = compareItems(before, after);
  const [certain, possible] = [countLeftovers(report, false), countLeftovers(report, true)];
  const byHead = countRemovedByHead(report);
  const named = countDestroyed(report) + byHead;
  const writes = requests.filter(({ method }) => !isSafe(method)).length;
  const deletes = requests.filter(({ method }) => method.endsWith('DELETE')).length;
  // What a service removes on HEAD changes other items, too, such as those that refer to it.
  const isNamed = lost <= named || byHead > 0;
  const isUnchanged = added + lost === 0 || byHead > 0;
  const isPermitted = permit === 'reads' ? writes === 0 && isUnchanged : permit !== 'writes' || deletes === 0;
  return {
    ...{ service, mode, permit, added, lost, certain, possible, named, writes, deletes },
    isSame: JSON.stringify(before) === JSON.stringify(after),
    isTrue: isPermitted && isNamed && certain <= added && (added <= certain + possible || byHead > 0),
  };
}

const countLeftovers = ({ leftovers }: Report, isPossible: boolean): number =>
  leftovers.filter(({ mayExist = false }) => mayExist === isPossible).reduce((sum, { count = 1 }) => sum + count, 0);

/** The notes name each item that existed before the run and is gone. */
const countDestroyed = ({ survey }: Report): number =>
  survey.notes
    .filter((note) => /existed before the run (is|are) gone/.test(note))
    .reduce((sum, note) => sum + note.split('remove').slice(1).join('').split(', ').length, 0);

/** Results of the rule on HEAD say in which collection a safe request removed an item of others. */
const countRemovedByHead = ({ results }: Report): number =>
  results.filter(
    ({ rule, why = '' }) =>
      rule === 'safety/head-does-not-change-the-item' && why.includes('seems to be removed by HEAD'),
  ).length;

const columns = [
  ['Service', ({ service }) => service],
  ['Mode', ({ mode }) => mode],
  ['Permission', ({ permit }) => permit],
  ['Same', ({ isSame }) => (isSame ? 'yes' : 'no')],
  ['Added', ({ added }) => added],
  ['Lost', ({ lost }) => lost],
  ['Certain', ({ certain }) => certain],
  ['May exist', ({ possible }) => possible],
  ['Named as gone', ({ named }) => named],
  ['Writes sent', ({ writes }) => writes],
  ['DELETE sent', ({ deletes }) => deletes],
  ['Report', ({ isTrue }) => (isTrue ? 'true' : 'wrong')],
] as const satisfies readonly (readonly [string, (row: DumpMeasurement) => string | number])[];

/** The head of a Markdown table of comparisons. */
export const renderDumpHead = (): string =>
  [columns.map(([title]) => title), columns.map((_, index) => (index < 4 ? '---' : '---:'))].map(renderRow).join('\n');

/** A comparison as a row of that table. */
export const renderDump = (dump: DumpMeasurement): string => renderRow(columns.map(([, read]) => read(dump)));

const renderRow = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
