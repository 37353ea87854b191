import { defineRule } from '#rule';
import { findTypeMismatch } from './_shared/described.js';
import { judgesDescribedRead } from './_shared/described-reads.js';

export default defineRule({
  clause: 'DOC-02',
  title: 'Content has a media type that the document describes',
  otherwise: 'Content has a media type that the document does not describe',
  ...judgesDescribedRead('a media type that the document describes', findTypeMismatch),
});
