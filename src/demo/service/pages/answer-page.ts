import { type Answer, json, problem } from '../http/answer.js';
import { entry, pageStamps } from '../orders/represent.js';
import type { Page, PageSteps, Visit } from '../request-context.js';
import { badParameter, readSize } from './page-size.js';
import type { Form, LinkTo } from './page-style.js';
import { toldTotal, withTotals } from './totals.js';

/** Answers a request for a page: reads what is asked for, selects the orders, tells what is next and how many there are, and shows it all. */
export function turn(form: Form, visit: Visit, steps: PageSteps = {}): Answer {
  const size = sizeAsked(form, visit, steps);
  if (typeof size !== 'number') return size;
  const start = startAsked(form, visit, steps, size);
  if (typeof start !== 'number') return start;
  const page = filled(form, visit, steps, { start, size });
  const answer = shown(form, page, steps);
  return steps.show ? steps.show(page, answer) : answer;
}

function sizeAsked({ sizeName }: Form, visit: Visit, steps: PageSteps): number | Answer {
  const asked = visit.query.get(sizeName);
  const sound = readSize(sizeName, asked, visit.service.settings);
  return steps.size ? steps.size(asked, sound, visit) : sound;
}

function startAsked(form: Form, visit: Visit, steps: PageSteps, size: number): number | Answer {
  const asked = visit.query.get(form.start.name);
  const read = asked === null ? 0 : form.start.read(asked, size, visit);
  const sound = read === undefined ? badParameter(form.start.name) : reached(form, visit, read, size);
  return steps.start ? steps.start(asked, sound, visit) : sound;
}

/** Where one arrives who asks for this beginning, which may be past the end. */
function reached(form: Form, { service }: Visit, start: number, size: number): number | Answer {
  const { size: total } = service.orders.sequence;
  if (!form.start.isCounting || start === 0 || start < total) return start;
  const { pastEnd } = service.settings;
  const policy = pastEnd === 'by-style' ? form.pastEnd : pastEnd;
  if (policy === 'not-found') return problem(404, 'There is no such page.');
  return policy === 'last-page' ? lastStart(total, size) : start;
}

/** Where the last page begins; the first one where there is nothing. */
const lastStart = (total: number, size: number): number => Math.max(0, Math.ceil(total / size) - 1) * size;

function filled(form: Form, visit: Visit, steps: PageSteps, window: { start: number; size: number }): Page {
  const { sequence } = visit.service.orders;
  const { size } = window;
  const start = form.start.isCounting || window.start > 0 ? window.start : sequence.opening();
  const found = form.start.isCounting ? sequence.slice(start, size + 1) : sequence.after(start, size + 1);
  const sound = found.slice(0, size);
  const isLast = found.length <= size;
  const last = sound.at(-1);
  const behind = form.start.isCounting ? start + size : last && sequence.behind(last, start);
  const page = {
    ...{ visit, start, size, next: isLast ? undefined : behind },
    orders: steps.select ? steps.select(window, sound, visit) : sound,
    total: steps.total ? steps.total(sequence.size, visit) : toldTotal(visit.service, sequence.size),
    last: lastStart(steps.total ? steps.total(sequence.size, visit) : sequence.size, size),
  };
  return steps.next ? { ...page, next: steps.next(page, page.next) } : page;
}

function shown(form: Form, page: Page, steps: PageSteps): Answer {
  const { visit, orders } = page;
  const entries = orders.map((order) => entry(visit.service, order));
  const { settings } = visit.service;
  const plain = form.show(page, entries, linking(form, page, steps));
  const { body, headers } = withTotals(settings, form.start.isCounting, page.total, plain);
  const content = form.members ? { ...body, ...pageStamps(visit.service) } : body;
  return { ...json(200, content, headers), page: orders };
}

function linking({ sizeName, start }: Form, { visit, size }: Page, { link }: PageSteps): LinkTo {
  return (to) => {
    const sound = { [sizeName]: String(size), [start.name]: start.write(to, size) };
    return `/${visit.resource === 'archive' ? 'archive' : 'orders'}?${new URLSearchParams({ ...(link ? link(sound, visit) : sound) })}`;
  };
}
