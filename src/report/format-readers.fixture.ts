import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsOf from 'ajv-formats';
import { schema as ctrfSchema } from 'ctrf';
import { Parser, type Result as TapResult } from 'tap-parser';
import { readXml } from '../../test/support/read-xml.js';
import { codequalitySchema } from './codequality/schema.fixture.js';
import type { Format } from './formats.js';
import { wfcReportSchema } from './wfc/schema.fixture.js';

const require = createRequire(import.meta.url);

/** The problems that the published schema, or a reader of the format, finds in a text; empty if there are none. */
export type FormatReader = (text: string) => readonly string[];

/** A reader for each format that is defined elsewhere. */
export const formatReaders: Readonly<Partial<Record<Format, FormatReader>>> = {
  junit: (text) => listReadErrors(() => void readXml(text)),
  sarif: (text) => listErrors(loadSarifValidator(), JSON.parse(text)),
  'sarif-full': (text) => listErrors(loadSarifValidator(), JSON.parse(text)),
  har: (text) => listErrors(loadHarValidator(), JSON.parse(text)),
  ctrf: (text) => listErrors(loadCtrfValidator(), JSON.parse(text)),
  tap: (text) => readTap(text).failures,
  wfc: (text) => listErrors(loadWfcValidator(), JSON.parse(text)),
  codequality: (text) => listErrors(loadCodequalityValidator(), JSON.parse(text)),
};

/** What a TAP reader finds: its points, and what it could not read. */
export function readTap(text: string): { readonly points: readonly TapResult[]; readonly failures: readonly string[] } {
  const events = Parser.parse(text, { strict: true });
  const failures = events.filter(([name]) => name === 'extra').map(([, extra]) => `not TAP: ${String(extra)}`);
  const [, end] = events.find(([name]) => name === 'complete') ?? [];
  const points = events.flatMap((event) => (event[0] === 'assert' ? [event[1]] : []));
  const tapErrors = (end as { failures?: { tapError?: string }[] } | undefined)?.failures ?? [];
  return { points, failures: [...failures, ...tapErrors.flatMap(({ tapError }) => tapError ?? [])] };
}

const loadSarifValidator = memoize(() => {
  const folder = dirname(require.resolve('@microsoft/jest-sarif/package.json'));
  // Draft 4: the only difference to later drafts that matters here is the name of `id`.
  const {
    $schema: _,
    id: __,
    ...sarifSchema
  } = JSON.parse(readFileSync(join(folder, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
  return compileSchema(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }), sarifSchema);
});

const loadHarValidator = memoize(() => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formatsOf.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  const { har: root, ...parts } = require('har-schema') as Record<string, object>;
  for (const part of Object.values(parts)) ajv.addSchema(part);
  return ajv.compile(root as object);
});

const loadCtrfValidator = memoize(() => compileSchema(new Ajv({ strict: false, allErrors: true }), ctrfSchema));
const loadWfcValidator = memoize(() => compileSchema(new Ajv2020({ allErrors: true }), wfcReportSchema));
const loadCodequalityValidator = memoize(() => compileSchema(new Ajv({ allErrors: true }), codequalitySchema));

function compileSchema(ajv: Ajv, schema: object): ValidateFunction {
  formatsOf.default(ajv);
  return ajv.compile(schema);
}

function listErrors(validate: ValidateFunction, value: unknown): string[] {
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error: ErrorObject) => `${error.instancePath} ${error.message}`);
}

function listReadErrors(read: () => void): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function memoize<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
