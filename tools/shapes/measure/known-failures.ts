import { readdirSync, readFileSync } from 'node:fs';
import { completeDesign, type ShortDesign, shortenDesign } from '../design/design-file.js';
import type { MeasureTask } from './measurement.js';
import type { Mode } from './modes.js';

/** An audit that once failed. */
export interface KnownFailure {
  /** What was wrong. */
  readonly about: string;
  readonly task: MeasureTask;
  /** The ways in which it still fails, as `--shrink` names them. */
  readonly fails: readonly string[];
}

/** A known failure as its file has it. */
interface FailureFile {
  readonly about?: string;
  readonly mode: Mode;
  readonly fault?: string;
  readonly fails: readonly string[];
  readonly design: ShortDesign;
}

/** Reads the design of a file: alone, or of a known failure. */
export function readDesign(file: string): MeasureTask['design'] {
  const content = JSON.parse(readFileSync(file, 'utf8')) as ShortDesign | FailureFile;
  return completeDesign('design' in content ? content.design : (content as ShortDesign));
}

/** Reads all known failures of a folder. */
export const readKnownFailures = (folder: URL): KnownFailure[] =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const content = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as FailureFile;
      const { about = name, mode, fault, fails, design } = content;
      return { about, fails, task: { design: completeDesign(design), mode, ...(fault !== undefined && { fault }) } };
    });

/** The content of the file of a failure. */
export const writeKnownFailure = ({ design, mode, fault }: MeasureTask, fails: readonly string[]): string => {
  const content: FailureFile = { mode, ...(fault !== undefined && { fault }), fails, design: shortenDesign(design) };
  return `${JSON.stringify(content, null, 2)}\n`;
};
