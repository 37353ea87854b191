import type { IdempotencyCarrier } from '../../model/service/collection-parts.js';
import type { Collection } from '../../model/service/subject.js';
import { createOffer, createValue, type DraftSources, type DraftValue, findTitle } from '../draft-passage.js';
import { describeEvidence, findBelief } from '../survey-evidence.js';
import { draftAccess } from './access.js';
import { draftHeaders } from './given-credentials.js';

/** The keys and suggestions for the service as a whole. */
export function draftService(sources: DraftSources): DraftValue[] {
  const { survey, profile, openapi } = sources;
  const title = findTitle(survey.document);
  return [
    {
      ...createValue(['name'], title ?? profile.name, title ? 'described: #/info/title' : 'assumed: its host'),
      isTaste: true,
    },
    createValue(['baseUrl'], profile.baseUrl),
    ...draftDocument(sources, openapi),
    ...draftHeaders(profile),
    ...draftAccess(sources),
    ...draftIdempotencyKeys(sources),
    ...draftServiceSuggestions(sources),
  ];
}

/** A document at a usual path is found in each run, whatever the base URL is. */
const draftDocument = ({ survey: { documentSource } }: DraftSources, named: string | undefined): DraftValue[] => {
  if (named !== undefined) return [createValue(['openapi'], named)];
  const why = 'observed: found at a usual path, as in each run; give it only if it moves';
  return documentSource === undefined
    ? [createOffer(['openapi'], 'openapi.yaml', 'path relative to this file, or a URL; no usable document was found')]
    : [createOffer(['openapi'], documentSource, why)];
};

function draftIdempotencyKeys({ survey: { collections }, waiting }: DraftSources): DraftValue[] {
  const makers = collections.filter(({ create }) => create);
  const keyed = makers.filter(({ idempotency }) => idempotency);
  const [first] = keyed;
  const carrier = first?.idempotency;
  if (!carrier) {
    const rules = waiting(['idempotency', 'idempotency.in']);
    const example = { in: 'header', name: 'Idempotency-Key' };
    return rules > 0
      ? [createOffer(['idempotency'], example, 'creation requests that accept an idempotency key', rules)]
      : [];
  }
  const same = keyed
    .filter(({ idempotency }) => idempotency && isSameCarrier(idempotency, carrier))
    .map(({ path }) => path);
  const why = describeEvidence(findBelief(first as Collection, 'idempotency'));
  return [
    createValue(['idempotency', 'in'], carrier.in, why),
    createValue(['idempotency', 'name'], carrier.name),
    createValue(['idempotency', 'format'], carrier.format),
    createValue(['idempotency', 'required'], carrier.required),
    ...(same.length < makers.length ? [createValue(['idempotency', 'ops'], same)] : []),
    createOffer(['idempotency', 'mismatch'], [422], 'accepted statuses for a known key with another body'),
  ];
}

const isSameCarrier = (one: IdempotencyCarrier, other: IdempotencyCarrier): boolean =>
  one.in === other.in && one.name === other.name && one.format === other.format && one.required === other.required;

function draftServiceSuggestions({ survey: { collections }, waiting, profile }: DraftSources): DraftValue[] {
  const [item = '/orders/{id}'] = collections.flatMap(({ itemPath }) => itemPath ?? []);
  const limit = 'rateLimit.limit, with rateLimit.probe: true';
  const wanted = [
    createOffer(['links'], { pointer: '/links', states: {} }, 'the links of an item in each state', waiting(['links'])),
    createOffer(
      ['cache'],
      { [item]: { maxAge: 60 } },
      'seconds for which a response for an item is declared fresh',
      waiting(['cache']),
    ),
    createOffer(
      ['rateLimit'],
      { limit: 100, windowMs: 60_000, probe: true },
      'tested with --permit floods',
      waiting([limit]),
    ),
    createOffer(
      ['versions'],
      { old: '/v1', new: '/v2' },
      'base paths of versions that exist in parallel',
      waiting(['versions']),
    ),
  ].filter(({ rules = 0 }) => rules > 0);
  return [
    ...wanted,
    createOffer(['permit'], profile.isLoopback ? 'deletes' : 'writes', `what assay may send; now ${profile.permit}`),
    createOffer(['errors'], { bodySyntax: [400], semantic: [422], conflict: [409] }, 'the defaults'),
    createOffer(['dialect'], { deletedItem: 'not-found', created: [201] }, 'the defaults'),
    createOffer(['volatile'], ['/updatedAt'], 'members that change without a request'),
  ];
}
