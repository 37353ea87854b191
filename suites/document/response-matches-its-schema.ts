import { defineRule } from '#rule';
import { findSchemaMismatch } from './_shared/described.js';
import { judgesDescribedRead } from './_shared/described-reads.js';

export default defineRule({
  clause: 'DOC-03',
  title: 'Content matches the schema of the document',
  otherwise: 'Content does not match the schema of the document',
  ...judgesDescribedRead('content that matches the schema', findSchemaMismatch),
});
