import { defineRule } from '#rule';
import { findStatusMismatch } from './_shared/described.js';
import { judgesDescribedRead } from './_shared/described-reads.js';

export default defineRule({
  clause: 'DOC-01',
  title: 'A success has a status that the document describes',
  otherwise: 'A success has a status that the document does not describe',
  ...judgesDescribedRead('a status that the document describes', findStatusMismatch),
});
