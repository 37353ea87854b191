import { defaultSettings } from '../default-settings.js';
import { type Answer, createJsonAnswer, createProblem } from '../http/answer.js';
import type { Schema } from '../http/validate.js';
import { getOrderPath } from '../orders/order-links.js';
import { createPageStamps, representEntry } from '../orders/represent.js';
import type { OrderPage, PageSteps, PageStyle, RequestContext, Stamps } from '../request-context.js';
import type { PaginationName, Settings } from '../settings.js';
import { pageForms } from './all-styles.js';
import { filterOrders, readFilters } from './filter-orders.js';
import { createSizeParameter, readSize, refuseParameter } from './page-size.js';
import type { LinkBuilder, PageForm } from './page-style.js';
import { addTotals, describeTotals, reportTotal } from './totals.js';

/** The style of the named dialect; `documented` are the choices that its document describes. */
export function createPageStyle(name: PaginationName, documented: Settings = defaultSettings): PageStyle {
  const form = pageForms[name];
  const pastEnd = documented.pastEnd === 'by-style' ? form.pastEnd : documented.pastEnd;
  return {
    parameters: [createSizeParameter(form.sizeName, documented), form.start.parameter],
    sizeName: form.sizeName,
    startName: form.start.name,
    problems: form.start.isCounting && pastEnd === 'not-found' ? [400, 404] : [400],
    schema: (item, stamps) => createPageSchema(form, documented, { type: 'array', items: item }, stamps),
    answer: (visit, steps) => answerPage(form, visit, steps),
  };
}

function createPageSchema(form: PageForm, documented: Settings, entries: Schema, stamps: Stamps): Schema {
  if (!form.members) return entries;
  const members = describeTotals(documented, form.start.isCounting, form.members(entries));
  const required = Object.keys(members).filter((name) => !form.optional?.includes(name));
  return { type: 'object', properties: { ...members, ...stamps }, required };
}

/** Answers a request for a page: reads the parameters, selects the orders, and adds the next page and the total. */
function answerPage(form: PageForm, visit: RequestContext, steps: PageSteps = {}): Answer {
  const size = readAskedSize(form, visit, steps);
  if (typeof size !== 'number') return size;
  const start = readAskedStart(form, visit, steps, size);
  if (typeof start !== 'number') return start;
  const page = fillPage(form, visit, steps, { start, size });
  const answer = renderPage(form, page, steps);
  return steps.show ? steps.show(page, answer) : answer;
}

function readAskedSize({ sizeName }: PageForm, visit: RequestContext, steps: PageSteps): number | Answer {
  const asked = visit.query.get(sizeName);
  const correct = readSize(sizeName, asked, visit.service.settings);
  return steps.size ? steps.size(asked, correct, visit) : correct;
}

function readAskedStart(form: PageForm, visit: RequestContext, steps: PageSteps, size: number): number | Answer {
  const asked = visit.query.get(form.start.name);
  const read = asked === null ? 0 : form.start.read(asked, size, visit);
  const correct = read === undefined ? refuseParameter(form.start.name) : resolveStart(form, visit, read, size);
  return steps.start ? steps.start(asked, correct, visit) : correct;
}

/** The start of a page, which may be past the end. */
function resolveStart(form: PageForm, { service }: RequestContext, start: number, size: number): number | Answer {
  const { size: total } = service.orders.sequence;
  if (!form.start.isCounting || start === 0 || start < total) return start;
  const { pastEnd } = service.settings;
  const policy = pastEnd === 'by-style' ? form.pastEnd : pastEnd;
  if (policy === 'not-found') return createProblem(404, 'There is no such page.');
  return policy === 'last-page' ? computeLastStart(total, size) : start;
}

/** The start of the last page; the first one when there are no orders. */
const computeLastStart = (total: number, size: number): number => Math.max(0, Math.ceil(total / size) - 1) * size;

function fillPage(
  form: PageForm,
  visit: RequestContext,
  steps: PageSteps,
  window: { start: number; size: number },
): OrderPage {
  const sequence = filterOrders(visit, steps);
  const { size } = window;
  const start = form.start.isCounting || window.start > 0 ? window.start : sequence.opening();
  const found = form.start.isCounting ? sequence.slice(start, size + 1) : sequence.after(start, size + 1);
  const correct = found.slice(0, size);
  const isLast = found.length <= size;
  const last = correct.at(-1);
  const behind = form.start.isCounting ? start + size : last && sequence.behind(last, start);
  const page = {
    visit,
    start,
    size,
    next: isLast ? undefined : behind,
    orders: steps.select ? steps.select(window, correct, visit) : correct,
    total: steps.total ? steps.total(sequence.size, visit) : reportTotal(visit.service, sequence.size),
    last: computeLastStart(steps.total ? steps.total(sequence.size, visit) : sequence.size, size),
  };
  return steps.next ? { ...page, next: steps.next(page, page.next) } : page;
}

function renderPage(form: PageForm, page: OrderPage, steps: PageSteps): Answer {
  const { visit, orders } = page;
  const entries = orders.map((order) => representEntry(visit.service, order));
  const { settings } = visit.service;
  const plain = form.render(page, entries, createLinkBuilder(form, page, steps));
  const { body, headers } = addTotals(settings, form.start.isCounting, page.total, plain);
  const content = form.members ? { ...body, ...createPageStamps(visit.service) } : body;
  return { ...createJsonAnswer(200, content, headers), page: orders };
}

const getListPath = ({ resource, parent }: RequestContext): string =>
  resource === 'archive' ? '/archive' : parent ? `${getOrderPath(parent)}/parts` : '/orders';

function createLinkBuilder(
  { sizeName, start }: PageForm,
  { visit, size }: OrderPage,
  { link }: PageSteps,
): LinkBuilder {
  return (to) => {
    const correct = { ...readFilters(visit), [sizeName]: String(size), [start.name]: start.write(to, size) };
    return `${getListPath(visit)}?${new URLSearchParams({ ...(link ? link(correct, visit) : correct) })}`;
  };
}
