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
import type { Format } from './render.js';
import { wfcSchema } from './wfc/schema.fixture.js';

const require = createRequire(import.meta.url);

/** What the published schema, or a reader of the format, has against a text; nothing when it is well. */
export type Reader = (text: string) => readonly string[];

/** A reader for each format that somebody else defined. */
export const readers: Readonly<Partial<Record<Format, Reader>>> = {
  junit: (text) => complaints(() => void readXml(text)),
  sarif: (text) => against(sarif(), JSON.parse(text)),
  'sarif-full': (text) => against(sarif(), JSON.parse(text)),
  har: (text) => against(har(), JSON.parse(text)),
  ctrf: (text) => against(ctrf(), JSON.parse(text)),
  tap: (text) => tapOf(text).failures,
  wfc: (text) => against(wfc(), JSON.parse(text)),
  codequality: (text) => against(codequality(), JSON.parse(text)),
};

/** What a TAP reader sees: its points, and what it could not read. */
export function tapOf(text: string): { readonly points: readonly TapResult[]; readonly failures: readonly string[] } {
  const events = Parser.parse(text, { strict: true });
  const failures = events.filter(([name]) => name === 'extra').map(([, extra]) => `not TAP: ${String(extra)}`);
  const [, end] = events.find(([name]) => name === 'complete') ?? [];
  const points = events.flatMap((event) => (event[0] === 'assert' ? [event[1]] : []));
  const tapErrors = (end as { failures?: { tapError?: string }[] } | undefined)?.failures ?? [];
  return { points, failures: [...failures, ...tapErrors.flatMap(({ tapError }) => tapError ?? [])] };
}

const sarif = once(() => {
  const folder = dirname(require.resolve('@microsoft/jest-sarif/package.json'));
  // Draft 4, of which this schema uses nothing that later drafts changed but the name of its id.
  const {
    $schema: _,
    id: __,
    ...sarifSchema
  } = JSON.parse(readFileSync(join(folder, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
  return compiled(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }), sarifSchema);
});

const har = once(() => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formatsOf.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  const { har: root, ...parts } = require('har-schema') as Record<string, object>;
  for (const part of Object.values(parts)) ajv.addSchema(part);
  return ajv.compile(root as object);
});

const ctrf = once(() => compiled(new Ajv({ strict: false, allErrors: true }), ctrfSchema));
const wfc = once(() => compiled(new Ajv2020({ allErrors: true }), wfcSchema));
const codequality = once(() => compiled(new Ajv({ allErrors: true }), codequalitySchema));

function compiled(ajv: Ajv, schema: object): ValidateFunction {
  formatsOf.default(ajv);
  return ajv.compile(schema);
}

function against(validate: ValidateFunction, value: unknown): string[] {
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error: ErrorObject) => `${error.instancePath} ${error.message}`);
}

function complaints(read: () => void): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
