import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../../model/profile/usage-error.js';
import type { Report } from '../../../model/result/report.js';

/** A format of the user: a module whose default export renders a report. */
export interface CustomReporter {
  readonly name: string;
  readonly file: string;
  readonly render: (report: Report) => string;
}

export const isReporterPath = (format: string): boolean => /\.[cm]?js$/.test(format);

/** Loads the modules among the values of --format. Throws UsageError for a module that cannot be loaded or exports no function. */
export const loadCustomReporters = (formats: readonly string[]): Promise<CustomReporter[]> =>
  Promise.all(formats.filter(isReporterPath).map(loadReporter));

async function loadReporter(name: string): Promise<CustomReporter> {
  const path = resolve(name);
  if (!existsSync(path)) throw new UsageError(`--format ${name}: no such file`);
  const loaded = await importModule(path, name);
  const { default: render, file } = loaded;
  if (typeof render !== 'function')
    throw new UsageError(`--format ${name}: the module must export a function by default: (report) => text`);
  return {
    name,
    file:
      typeof file === 'string' && file === basename(file) ? file : `${basename(name).replace(/\.[cm]?js$/, '')}.txt`,
    render: (report) => {
      try {
        return String(render(report));
      } catch (error) {
        throw new UsageError(
          `--format ${name}: its function failed: ${String((error as Error)?.message ?? error)}; correct it`,
        );
      }
    },
  };
}

async function importModule(path: string, name: string) {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    throw new UsageError(`--format ${name}: cannot be loaded: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}
