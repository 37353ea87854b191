import { findNearestWord } from '../../model/nearest-word.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { formats, isFormat } from '../../report/formats.js';

/** Rejects unknown formats. Throws UsageError. */
export function checkFormats(wanted: readonly string[]): void {
  const unknown = wanted.find((format) => !isFormat(format) && !/\.[cm]?js$/.test(format));
  if (unknown === undefined) return;
  if (unknown === 'ndjson')
    throw new UsageError(
      '--format: ndjson is written while a run is under way: assay run --format ndjson --out -; of a report, json has the same',
    );
  const names = [...Object.keys(formats), 'ndjson'];
  const close = findNearestWord(unknown, names);
  const hint = close === undefined ? '' : `did you mean ${close}? `;
  throw new UsageError(
    `--format: unknown format ${JSON.stringify(unknown)}; ${hint}known formats: ${names.join(', ')}`,
  );
}
