import { defineRule } from '#rule';
import { findMissingHeader } from './_shared/described.js';
import { judgesDescribedRead } from './_shared/described-reads.js';

export default defineRule({
  clause: 'DOC-04',
  title: 'A response has the header fields that the document requires',
  otherwise: 'A response lacks a header field that the document requires',
  ...judgesDescribedRead('the header fields that the document requires', findMissingHeader),
});
