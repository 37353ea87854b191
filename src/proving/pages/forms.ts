import type { PaginationName } from '../settings.js';
import { cursorForm, linkForm, tokenForm } from './following.js';
import type { Form } from './form.js';
import { halForm, jsonApiForm } from './hypermedia.js';
import { keysetForm } from './keyset.js';
import { drfForm, pageForm, springForm } from './numbering.js';
import { odataForm, offsetForm, rangeForm } from './passing.js';

/** The styles of paging by name. */
export const forms: Readonly<Record<PaginationName, Form>> = {
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
