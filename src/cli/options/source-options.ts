import type { Command } from 'commander';
import { UsageError } from '../../model/profile/usage-error.js';
import type { LoadProfileOptions } from '../../profile/load-options.js';
import { collect } from './parse-number.js';

/** Flags for what is known about the operations of a service, as commander returns them. */
export interface SourceFlags {
  readonly openapi?: string;
  readonly har?: string;
  readonly postman?: string;
  readonly collection?: string[];
  readonly guess?: boolean;
}

/** Adds the flags for what is known about the operations of a service. */
export const addSourceFlags = (command: Command): Command =>
  command
    .option('--openapi <file|url>', 'OpenAPI document (default: searched at the usual paths)')
    .option('--har <file>', 'recorded requests (HAR) as the source of operations and examples')
    .option('--postman <file>', 'a Postman collection as the source of operations and examples')
    .option('--collection <path>', 'path of a collection that no document names (repeatable)', collect)
    .option(
      '--guess',
      'where nothing names collections, try common names such as /users, and create minimal objects in empty collections, on any host, as on this machine',
    );

/** Converts these flags to options of a profile. Throws UsageError for several sources of operations. */
export const toSourceOptions = (flags: SourceFlags): Partial<LoadProfileOptions> => ({
  openapi: chooseDocument(flags),
  collections: flags.collection,
  mayGuess: flags.guess,
});

/** The one source of operations that the flags name. Throws UsageError for several. */
export function chooseDocument({ openapi, har, postman }: SourceFlags): string | undefined {
  const [named, ...others] = [openapi, har, postman].filter((file) => file !== undefined);
  if (others.length > 0) throw new UsageError('name one of --openapi, --har and --postman');
  return named;
}
