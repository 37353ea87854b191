import { type Answer, empty, problem } from '../../service/http/answer.js';
import { isObject } from '../../service/http/json.js';
import type { PageSteps } from '../../service/pages/pages.js';
import type { Visit } from '../../service/request-context.js';
import { type Breakage, fault, inDialect, subtle } from '../fault.js';

const boundRule = 'pagination/list-without-parameters-is-bounded';
const maximumRule = 'pagination/maximum-holds';
const sameRule = 'pagination/over-maximum-is-the-same-everywhere';
const valueRule = 'pagination/bad-paging-values-are-no-failure';
const forgedRule = 'pagination/forged-cursors-are-no-failure';
const emptyRule = 'pagination/empty-result-is-an-empty-page';
const totalRule = 'pagination/total-counts-the-items';

const paging = (steps: PageSteps) => () => ({ paging: steps });
const unbounded = Number.MAX_SAFE_INTEGER;
const failed = problem(500, 'That did not compute.');

/** Faults of limits, of odd values, of what is empty and of totals. */
export const pageLimitFaults: readonly Breakage[] = [
  ...[
    fault(
      'list-without-parameters-is-whole',
      'A list that is asked for without a size has no limit.',
      boundRule,
      paging({ size: (asked, sound) => (asked === null ? unbounded : sound) }),
    ),
    subtle(
      'default-page-has-one-too-many',
      'A list that is asked for without a size has one entry more than the default.',
      boundRule,
      paging({ size: (asked, sound) => (asked === null && typeof sound === 'number' ? sound + 1 : sound) }),
    ),
    fault(
      'maximum-is-not-kept',
      'A page has as many entries as are asked for, above the maximum, too.',
      maximumRule,
      paging({ size: (asked, sound) => (isWhole(asked) ? Number(asked) : sound) }),
    ),
    subtle(
      'one-above-the-maximum-is-kept',
      'A page may have one entry more than the maximum.',
      maximumRule,
      paging({ size: (asked, sound, visit) => (Number(asked) === maximum(visit) + 1 ? Number(asked) : sound) }),
    ),
    fault(
      'over-the-maximum-falls-back',
      'More than the maximum gives the default size, and is documented to be clamped.',
      maximumRule,
      paging({
        size: (asked, sound, visit) =>
          isWhole(asked) && Number(asked) > maximum(visit) ? visit.service.settings.defaultSize : sound,
      }),
    ),
    subtle(
      'negative-size-lifts-the-limit',
      'A size below zero gives everything.',
      valueRule,
      paging({ size: (asked, sound) => (asked?.startsWith('-') ? unbounded : sound) }),
    ),
    subtle('forged-cursor-gives-everything', 'A cursor that is no good gives everything.', forgedRule, () => {
      const forged = new WeakSet<Visit>();
      return {
        paging: {
          start: (_, sound, visit) => {
            if (typeof sound === 'number') return sound;
            forged.add(visit);
            return 0;
          },
          select: (_, sound, visit) => (forged.has(visit) ? visit.service.orders.sequence.slice(0, unbounded) : sound),
        },
      };
    }),
  ].map((breakage) => inDialect(breakage, 'small-pages')),
  inDialect(
    fault('archive-refuses-what-orders-clamp', 'More than the maximum is refused in one collection.', sameRule, () => ({
      paging: {
        size: (asked, sound, visit) =>
          visit.resource === 'archive' && Number(asked) > maximum(visit) ? problem(400, 'That is too much.') : sound,
      },
      around: { 'read document': (_, next) => withRefusal(next()) },
    })),
    'two-collections',
  ),
  subtle(
    'twice-the-maximum-fails',
    'A size of twice the maximum, or more, answers 500.',
    maximumRule,
    paging({ size: (asked, sound, visit) => (isWhole(asked) && Number(asked) >= 2 * maximum(visit) ? failed : sound) }),
  ),
  fault(
    'size-in-words-fails',
    'A size with a letter in it answers 500.',
    valueRule,
    paging({ size: (asked, sound) => (/[a-z]/i.test(asked ?? '') ? failed : sound) }),
  ),
  subtle(
    'huge-size-fails',
    'A size of more digits than a number holds answers 500.',
    valueRule,
    paging({ size: (asked, sound) => (/^\d{16,}$/.test(asked ?? '') ? failed : sound) }),
  ),
  inDialect(
    subtle(
      'negative-offset-fails',
      'An offset below zero answers 500.',
      valueRule,
      paging({ start: (asked, sound) => (asked?.startsWith('-') ? failed : sound) }),
    ),
    'pagination-offset',
  ),
  fault(
    'forged-cursor-fails',
    'A cursor that is no good answers 500.',
    forgedRule,
    paging({ start: (_, sound) => (typeof sound === 'number' ? sound : failed) }),
  ),
  fault(
    'empty-list-answers-404',
    'A list without entries answers 404.',
    emptyRule,
    paging({ show: ({ total }, sound) => (total === 0 ? problem(404, 'There are none.') : sound) }),
  ),
  subtle(
    'emptied-list-answers-204',
    'Once the last order is removed, the list answers 204.',
    emptyRule,
    paging({ show: (page, sound) => (isEmptied(page) ? empty(204) : sound) }),
  ),
  subtle(
    'emptied-list-is-null',
    'Once the last order is removed, the list has null in place of its entries.',
    emptyRule,
    paging({
      show: (page, sound) =>
        isEmptied(page) && isObject(sound.body) ? { ...sound, body: { ...sound.body, items: null } } : sound,
    }),
  ),
  ...[
    fault(
      'total-counts-the-page',
      'The total is the size that was asked for, where there are more.',
      totalRule,
      paging({
        total: (sound, { query, service }) => Math.min(sound, Number(query.get(service.pages.sizeName) ?? sound)),
      }),
    ),
    subtle(
      'total-stops-at-three',
      'The total is never more than three.',
      totalRule,
      paging({ total: (sound) => Math.min(sound, 3) }),
    ),
    subtle('total-forgets-a-removal', 'The total counts the order that was removed last.', totalRule, () => ({
      paging: { total: (sound, { service }) => sound + Math.min(1, service.orders.buried.size) },
    })),
  ].map((breakage) => inDialect(breakage, 'pagination-offset')),
];

/** The document as it is honest about the archive. */
function withRefusal(answer: Answer): Answer {
  const { body } = answer;
  if (!isObject(body) || !isObject(body.paths)) return answer;
  const said = JSON.stringify(body.paths['/archive'] ?? null).replace(/is clamped to \d+/, 'is rejected with 400');
  return { ...answer, body: { ...body, paths: { ...body.paths, '/archive': JSON.parse(said) } } };
}

const isWhole = (asked: string | null): boolean => /^[1-9]\d{0,5}$/.test(asked ?? '');

const maximum = ({ service }: Visit): number => service.settings.maximumSize;

/** Whether nothing is left where something was. */
const isEmptied = ({ total, visit }: { readonly total: number; readonly visit: Visit }): boolean =>
  total === 0 && visit.service.orders.buried.size > 0;
