import type { ReportName } from './reports.js';

/** One picture of a report: which, how wide, in which light, and what of it. */
export interface View {
  readonly file: string;
  readonly of: ReportName;
  readonly width: number;
  readonly height: number;
  readonly light: 'light' | 'dark';
  /** The element at the top; the beginning of the page by default. */
  readonly from?: string;
  readonly isPaper?: boolean;
  /** Whether the first exchange is unfolded. */
  readonly isUnfolded?: boolean;
}

/** The pictures in `docs/images`. */
export const views: readonly View[] = [
  { file: 'report.png', of: 'fault', width: 1280, height: 860, light: 'light' },
  { file: 'report-finding.png', of: 'fault', width: 1280, height: 1240, light: 'light', from: '#findings' },
  {
    file: 'report-dark.png',
    of: 'fault',
    width: 1280,
    height: 1240,
    light: 'dark',
    from: '#findings',
    isUnfolded: true,
  },
  { file: 'report-matrix.png', of: 'fault', width: 1280, height: 860, light: 'light', from: '#matrix' },
  { file: 'report-phone.png', of: 'fault', width: 390, height: 844, light: 'light' },
  { file: 'report-phone-finding.png', of: 'fault', width: 390, height: 844, light: 'dark', from: '#findings' },
  { file: 'report-sound.png', of: 'sound', width: 1280, height: 860, light: 'light' },
  { file: 'report-sound-dark.png', of: 'sound', width: 1280, height: 860, light: 'dark', from: '#convention' },
  { file: 'report-five-faults.png', of: 'five', width: 1280, height: 860, light: 'light' },
  { file: 'report-fifty-collections.png', of: 'fifty', width: 1280, height: 860, light: 'dark' },
  { file: 'report-print.png', of: 'fault', width: 794, height: 1123, light: 'light', isPaper: true },
];
