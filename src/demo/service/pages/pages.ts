import type { Schema } from '../http/validate.js';
import type { PageStyle, Stamps } from '../request-context.js';
import { defaultSettings, type PaginationName, type Settings } from '../settings.js';
import { pageForms } from './all-styles.js';
import { answerPage } from './answer-page.js';
import { createSizeParameter } from './page-size.js';
import type { PageForm } from './page-style.js';
import { describeTotals } from './totals.js';

export type { LinkQuery, OrderPage as Page, PageSteps, PageWindow as Window } from '../request-context.js';
export { changeEntries as withEntries, findEntries as entriesIn } from './entries.js';

/** The style of the named dialect; `said` are the choices that its document names. */
export function createPageStyle(name: PaginationName, said: Settings = defaultSettings): PageStyle {
  const form = pageForms[name];
  const pastEnd = said.pastEnd === 'by-style' ? form.pastEnd : said.pastEnd;
  return {
    parameters: [createSizeParameter(form.sizeName, said), form.start.parameter],
    sizeName: form.sizeName,
    startName: form.start.name,
    problems: form.start.isCounting && pastEnd === 'not-found' ? [400, 404] : [400],
    schema: (item, stamps) => createPageSchema(form, said, { type: 'array', items: item }, stamps),
    answer: (visit, steps) => answerPage(form, visit, steps),
  };
}

function createPageSchema(form: PageForm, said: Settings, entries: Schema, stamps: Stamps): Schema {
  if (!form.members) return entries;
  const members = describeTotals(said, form.start.isCounting, form.members(entries));
  const required = Object.keys(members).filter((name) => !form.optional?.includes(name));
  return { type: 'object', properties: { ...members, ...stamps }, required };
}
