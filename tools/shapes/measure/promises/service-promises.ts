import type { ServiceChoices } from '../../design/design.js';
import type { ServiceFacts } from '../../facts/facts.js';
import type { ServicePromise } from './broken-promise.js';

/** Whether a gateway or the root answers errors with a page, while the service answers them in another way. */
const hasPages = ({ errorShape, gateway, root }: ServiceChoices) =>
  errorShape !== 'html' && errorShape !== 'empty' && (gateway !== 'none' || root === 'forbidden' || root === 'missing');

/** Whether lists that any request reads differ in what they do with a size over the maximum. */
function hasSeveralMaximums({ collections }: ServiceFacts): boolean {
  const ways = collections.flatMap(({ paging, design }) =>
    paging ? [paging.maximumSize === undefined ? 'none' : design.choices.overMaximum] : [],
  );
  return new Set(ways).size > 1;
}

/** What values of the dimensions of a service break. */
export const servicePromises: readonly ServicePromise[] = [
  {
    rules: ['validation/unsupported-method-answers-405'],
    because: 'wrongMethod: a method that a path does not have gets 404, or 405 without Allow, not 405 with Allow',
    isBroken: ({ wrongMethod }) => wrongMethod !== '405-allow',
  },
  {
    rules: ['operations/status-405-names-the-methods'],
    because: 'wrongMethod 405-bare: a 405 response has no Allow',
    isBroken: ({ wrongMethod }) => wrongMethod === '405-bare',
  },
  {
    rules: ['safety/head-is-supported'],
    because: 'head missing: HEAD gets the answer of a wrong method where GET succeeds',
    isBroken: ({ head }) => head === 'missing',
  },
  {
    rules: ['safety/head-matches-get'],
    because: 'head missing: HEAD has another status than GET',
    isBroken: ({ head }) => head === 'missing',
  },
  {
    rules: ['validation/errors-have-one-shape'],
    because: 'errorVariety several: unknown paths, wrong methods and missing credentials have another shape',
    isBroken: ({ errorVariety }) => errorVariety === 'several',
  },
  {
    rules: ['validation/errors-have-one-shape'],
    because: 'gateway or root: its errors are pages, those of the service are not',
    isBroken: hasPages,
  },
  {
    rules: ['safety/repeated-get-returns-the-same'],
    because: 'gateway bans: after many errors, GET of what exists gets 403 for a while',
    isBroken: ({ gateway }) => gateway === 'bans',
  },
  {
    rules: ['validation/declared-invalid-body-answers-422'],
    because: 'invalidStatus 400: content with a wrong meaning gets 400, not 422',
    isBroken: ({ invalidStatus }) => invalidStatus === '400',
  },
  {
    rules: ['conflict/*-answers-409', 'nesting/item-with-children-is-kept', 'conflict/locked-parent-*'],
    because: 'conflictStatus: a conflict with the state gets 400 or 422, not 409',
    isBroken: ({ conflictStatus }) => conflictStatus !== '409',
  },
  {
    rules: ['access/caller-without-rights-gets-403'],
    because: 'hiddenStatus 404: a caller without rights gets 404, not 403',
    isBroken: ({ callers, hiddenStatus }) => callers === 'two' && hiddenStatus === '404',
  },
  {
    rules: ['document/described-address-is-there'],
    because: 'documentBase other-base: the document says that all operations are below a path that does not exist',
    isBroken: ({ documentBase, document }) => documentBase === 'other-base' && document !== 'none',
  },
  {
    rules: ['responses/content-matches-its-media-type'],
    because: 'document broken: it is sent as JSON and is cut off',
    isBroken: ({ document, documentFormat }) => document === 'broken' && documentFormat === 'json',
  },
  {
    rules: ['pagination/page-size-over-maximum-is-handled-consistently'],
    because: 'maximum and overMaximum: lists differ in what they do with a size over the maximum',
    isBroken: (_, facts) => hasSeveralMaximums(facts),
  },
];
