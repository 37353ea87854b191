import { additionMark, type Gap, nameGap } from '../../model/result/gate.js';
import type { Report } from '../../model/result/report.js';
import { createRow, createSpan, createUncutRow, type Row, wrapProse } from '../console/print.js';
import { describeGate, describeHarmLines, describeToleratedViolations } from '../text/describe-gate.js';
import { describeEndingWaivers } from '../text/ending-waivers.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { cut } from '../text/fit-width.js';

/** What the end of a screen needs besides the report. */
export interface EndOptions {
  readonly width: number;
  readonly notes: readonly string[];
  /** The command to type next, if one helps. */
  readonly nextCommand?: string | undefined;
  /** What other rows say of what the run could not check. */
  readonly shownGaps?: readonly Pick<Gap, 'about' | 'why'>[];
}

const maxReasons = 4;

/** Renders the end: reasons that no finding shows, violations that do not fail the run, notes, and the gate in the last line. */
export function renderEndRows(report: Report, { width, notes, nextCommand, shownGaps = [] }: EndOptions): Row[] {
  return [
    ...renderReasonRows(report, width, shownGaps),
    ...describeToleratedViolations(report).map((line) => createRow(cut(line, width))),
    ...describeEndingWaivers(report).flatMap((line) => wrapProse('', line, width, 'doubt')),
    ...notes.map((line) => createUncutRow(line)),
    ...(nextCommand === undefined ? [] : [createUncutRow('next: ', createSpan('strong', nextCommand))]),
    createUncutRow(
      createSpan(report.gate.open ? 'good' : report.gate.exit === 5 ? 'doubt' : 'bad', describeGate(report)),
    ),
  ];
}

/** A reason; a line for the profile stays whole, so that it can be copied. */
function renderReason(reason: string, width: number): Row[] {
  const [why = '', addition] = reason.split(additionMark);
  if (addition === undefined) return wrapProse('', reason, width, 'doubt');
  return [
    ...wrapProse('', `${why}${additionMark.trimEnd()}`, width, 'doubt'),
    createUncutRow(createSpan('strong', escapeControlCharacters(addition))),
  ];
}

const earlyEnd = 'the run ended early: ';

/** The reasons of a failed run that are not violations: these are listed above. */
function renderReasonRows(
  { gate, run, harm = [] }: Report,
  width: number,
  shownGaps: readonly Pick<Gap, 'about' | 'why'>[],
): Row[] {
  const { endedEarly, stoppedBy } = run;
  const isNamed = endedEarly === undefined || gate.reasons.some((reason) => reason.includes(endedEarly));
  // The first rows have the harm, and the command.
  const [harmed] = describeHarmLines({ harm });
  const shorten = (reason: string) => (stoppedBy === undefined ? reason : reason.replace(`${stoppedBy} # `, ''));
  const reasons = [...(isNamed ? [] : [`${earlyEnd}${endedEarly}`]), ...gate.reasons].map(shorten);
  const isShown = (reason: string) =>
    /^violated (MUST|SHOULD): /.test(reason) ||
    reason === harmed ||
    shownGaps.some((gap) => reason.startsWith(`incomplete: ${nameGap(gap)}`) || reason === `${earlyEnd}${gap.why}`);
  const others = reasons.filter((reason) => !isShown(reason));
  const specific = others.length > 1 ? others.filter((reason) => !/^no (MUST )?rule of /.test(reason)) : others;
  const shown = specific.slice(0, maxReasons);
  const more = specific.length - shown.length;
  return [
    ...shown.flatMap((reason) => renderReason(reason, width)),
    ...(more > 0 ? [createRow(escapeControlCharacters(`and ${more} more reasons: assay show`))] : []),
  ];
}
