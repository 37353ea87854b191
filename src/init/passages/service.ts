import type { Collection, IdempotencyCarrier } from '../../model/service/subject.js';
import { offered, said, type Word } from '../draft-passage.js';
import { type Sources, titleIn } from '../draft-sources.js';
import { beliefIn, whyOf } from '../survey-evidence.js';
import { accessWords } from './access.js';
import { headerWords } from './given-credentials.js';

/** What a profile says of the service as a whole, and what it could say beside. */
export function serviceWords(sources: Sources): Word[] {
  const { survey, profile, openapi } = sources;
  const title = titleIn(survey.document);
  return [
    {
      ...said(['name'], title ?? profile.name, title ? 'described: #/info/title' : 'assumed: its host'),
      isTaste: true,
    },
    said(['baseUrl'], profile.baseUrl),
    ...documentWords(sources, openapi),
    ...headerWords(profile),
    ...accessWords(sources),
    ...keyWords(sources),
    ...offers(sources),
  ];
}

/** A document at a usual place is found anew in each run, wherever the service then is. */
const documentWords = ({ survey: { documentSource } }: Sources, named: string | undefined): Word[] => {
  if (named !== undefined) return [said(['openapi'], named)];
  const why = 'observed: found at a usual place, as in each run; name it only if it moves';
  return documentSource === undefined
    ? [offered(['openapi'], 'openapi.yaml', 'a file beside this one, or a URL; none was found')]
    : [offered(['openapi'], documentSource, why)];
};

function keyWords({ survey: { collections }, waiting }: Sources): Word[] {
  const makers = collections.filter(({ create }) => create);
  const keyed = makers.filter(({ idempotency }) => idempotency);
  const [first] = keyed;
  const carrier = first?.idempotency;
  if (!carrier) {
    const rules = waiting(['idempotency', 'idempotency.in']);
    const example = { in: 'header', name: 'Idempotency-Key' };
    return rules > 0 ? [offered(['idempotency'], example, 'where a creation takes an idempotency key', rules)] : [];
  }
  const same = keyed.filter(({ idempotency }) => idempotency && isSame(idempotency, carrier));
  const why = whyOf(beliefIn(first as Collection, 'idempotency'));
  return [
    said(['idempotency', 'in'], carrier.in, why),
    said(['idempotency', 'name'], carrier.name),
    said(['idempotency', 'format'], carrier.format),
    said(['idempotency', 'required'], carrier.required),
    ...(same.length < makers.length
      ? [
          said(
            ['idempotency', 'ops'],
            same.map(({ path }) => path),
          ),
        ]
      : []),
    offered(['idempotency', 'mismatch'], [422], 'statuses for a known key with another body, where it is one of them'),
  ];
}

const isSame = (one: IdempotencyCarrier, other: IdempotencyCarrier): boolean =>
  one.in === other.in && one.name === other.name && one.format === other.format && one.required === other.required;

function offers({ survey: { collections }, waiting, profile }: Sources): Word[] {
  const [item = '/orders/{id}'] = collections.flatMap(({ itemPath }) => itemPath ?? []);
  const limit = 'rateLimit.limit, with rateLimit.probe: true';
  const wanted = [
    offered(
      ['links'],
      { pointer: '/links', states: {} },
      'which links an item offers in which state',
      waiting(['links']),
    ),
    offered(['cache'], { [item]: { maxAge: 60 } }, 'seconds for which an item is declared fresh', waiting(['cache'])),
    offered(
      ['rateLimit'],
      { limit: 100, windowMs: 60_000, probe: true },
      'with --permit floods it is tried',
      waiting([limit]),
    ),
    offered(['versions'], { old: '/v1', new: '/v2' }, 'base paths that answer in parallel', waiting(['versions'])),
  ].filter(({ rules = 0 }) => rules > 0);
  return [
    ...wanted,
    offered(['permit'], profile.isLoopback ? 'deletes' : 'writes', `the most that may be done; now ${profile.permit}`),
    offered(
      ['errors'],
      { bodySyntax: [400], semantic: [422], conflict: [409] },
      'as they are taken when nothing is said',
    ),
    offered(['dialect'], { deleteMissing: 'not-found', deletedItem: 'not-found', created: [201] }, 'as above'),
    offered(['volatile'], ['/updatedAt'], 'members that change by themselves'),
  ];
}
