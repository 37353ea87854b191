import { defaultSettings } from '../default-settings.js';
import type { Schema } from '../http/validate.js';
import type { PageStyle, Stamps } from '../request-context.js';
import type { PaginationName, Settings } from '../settings.js';
import { pageForms } from './all-styles.js';
import { answerPage } from './answer-page.js';
import { createSizeParameter } from './page-size.js';
import type { PageForm } from './page-style.js';
import { describeTotals } from './totals.js';

export type { LinkQuery, OrderPage as Page, PageSteps, PageWindow as Window } from '../request-context.js';
export { changeEntries as withEntries, findEntries as entriesIn } from './entries.js';

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
