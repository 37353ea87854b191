import type { PaginationName } from '../settings.js';
import { drfForm, odataForm, offsetForm, pageForm, rangeForm, springForm } from './counting-styles.js';
import { cursorForm, linkForm, tokenForm } from './cursor-styles.js';
import { halForm, jsonApiForm } from './hypermedia-styles.js';
import { keysetForm } from './keyset-style.js';
import type { PageForm } from './page-style.js';

export const pageForms: Readonly<Record<PaginationName, PageForm>> = {
  cursor: cursorForm,
  keyset: keysetForm,
  token: tokenForm,
  link: linkForm,
  offset: offsetForm,
  odata: odataForm,
  range: rangeForm,
  page: pageForm,
  spring: springForm,
  drf: drfForm,
  hal: halForm,
  jsonapi: jsonApiForm,
};
