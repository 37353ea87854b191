import { readJson } from '../../../model/json.js';
import type { RecordedExchange, Report } from '../../../model/result/report.js';
import { countColumns, cut } from '../../text/fit-width.js';
import { toRelativeUrl } from '../../text/relative-url.js';
import { formatCount } from '../../text/report-words.js';
import { html, type Markup } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';
import { reindentJson } from './reindent-json.js';

type Fields = RecordedExchange['request']['headers'];

const maxPeekWidth = 90;
const keptExchanges = sizeLimits.exchanges / 2;

/** Draws the exchanges in order: assay on the left, the service on the right, an arrow for each message. */
export function renderSequence(exchanges: readonly RecordedExchange[], report: Report): Markup | undefined {
  if (exchanges.length === 0) return undefined;
  const steps = observeChanges(exchanges);
  const hasCallers = exchanges.some((exchange) => findCaller(exchange) !== undefined);
  const drawn = (step: ObservedExchange) => html`<li>${renderStep(step, report, hasCallers)}</li>`;
  const missing = steps.length - sizeLimits.exchanges;
  const rows =
    missing > 0
      ? [
          ...steps.slice(0, keptExchanges).map(drawn),
          html`<li class="gap">${formatCount(missing, 'exchange')} omitted here; see report.json</li>`,
          ...steps.slice(-keptExchanges).map(drawn),
        ]
      : steps.map(drawn);
  return html`<div class="block"><h4>Smallest case: requests and responses, in order</h4>
<div class="sequence"><div class="lanes" aria-hidden="true"><span></span><span><span>assay</span><span>${cut(report.target.name, 40)}</span></span></div>
<ol>${rows}</ol></div></div>`;
}

function renderStep({ exchange, changes, wasSeen }: ObservedExchange, { target }: Report, hasCallers: boolean): Markup {
  const { n, role, request, answer, silence } = exchange;
  const path = toRelativeUrl(target.baseUrl, request.url);
  const who = hasCallers ? html`<span class="chip">${describeCaller(exchange)}</span>` : undefined;
  return html`<details class="step${role === 'control' ? ' control' : ''}"><summary>
<span class="number">${n}</span>
<span class="wire"><span class="ask"><b>${request.method}</b> <span class="path">${cut(path, sizeLimits.text)}</span> ${who} ${role ? html`<span class="chip">${role}</span>` : undefined} ${renderPeek(request.content)}</span>
${answer ? renderAnswer(answer) : html`<span class="tell silence"><b>no response</b> ${cut(silence ?? 'the reason is not known', sizeLimits.text)}</span>`}</span>
${renderState(changes, wasSeen)}</summary>
<div class="messages">${renderMessage('Request', n, request.headers, request.content)}${answer ? renderMessage('Response', n, answer.headers, answer.content, answer.cutFrom) : undefined}</div></details>`;
}

const renderAnswer = ({ status, ms, content }: NonNullable<RecordedExchange['answer']>): Markup =>
  html`<span class="tell s${Math.floor(status / 100)}"><b>${status}</b> ${renderPeek(content)} <span class="ms">${ms < 1 ? '< 1' : Math.round(ms)} ms</span></span>`;

const renderPeek = (content: string | undefined): Markup | undefined =>
  content ? html`<span class="peek">${cut(content, maxPeekWidth)}</span>` : undefined;

function renderState(changes: readonly string[], wasSeen: boolean): Markup | undefined {
  if (!wasSeen) return undefined;
  if (changes.length === 0) return html`<span class="state">unchanged since last read</span>`;
  return html`<span class="state changed"><span>changed since last read</span>${changes.map((change) => html`<code>${change}</code>`)}</span>`;
}

function renderMessage(name: string, n: number, headers: Fields, content: string | undefined, cutFrom?: number) {
  const fields = Object.entries(headers).flatMap(([field, value]) =>
    [value].flat().map((one) => [field, one] as const),
  );
  const shown = fields.slice(0, sizeLimits.named);
  const missing = fields.length - shown.length;
  return html`<div><h5>${name}</h5>${fields.length > 0 ? html`<dl class="fields">${shown.map(renderField)}</dl>` : undefined}
${missing > 0 ? html`<p class="hint">${formatCount(missing, 'header field')} more in report.json</p>` : undefined}
${renderContentBlock(`${name} ${n}, body`, content, cutFrom) ?? html`<p class="hint">no body</p>`}</div>`;
}

const renderField = ([name, value]: readonly [string, string]): Markup =>
  html`<div><dt>${cut(name, 200)}</dt><dd>${cut(value, sizeLimits.text)}</dd></div>`;

/** Returns the name of the caller that sent an exchange: the placeholder of a secret names it. */
function findCaller({ request }: RecordedExchange): string | undefined {
  const placed = Object.values(request.headers).flat().join('\n');
  return /\$\{auth\.credentials\.(\w{1,40})/.exec(placed)?.[1];
}

function describeCaller(exchange: RecordedExchange): string {
  const caller = findCaller(exchange);
  return caller === undefined ? 'without credentials' : `as ${caller}`;
}

/** Renders a body in lines, JSON indented, with a note if a part is missing. */
function renderContentBlock(label: string, text: string | undefined, cutFrom?: number): Markup | undefined {
  if (text === undefined || text === '') return undefined;
  const shown = cut(text, sizeLimits.content);
  const isWhole = shown === text && cutFrom === undefined;
  const lines = (isWhole ? reindentJson(text) : undefined) ?? shown.split(/\r?\n/);
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${lines.map((line) => html`${line}\n`)}</code></pre>${renderMissingNote(text, shown, cutFrom)}`;
}

function renderMissingNote(text: string, shown: string, cutFrom: number | undefined): Markup | undefined {
  if (shown !== text) {
    const whole = formatCount(cutFrom ?? countColumns(text), 'character');
    return html`<p class="hint">Cut here: ${whole} in total. report.json has ${cutFrom === undefined ? 'the rest' : 'more of it'}.</p>`;
  }
  return cutFrom === undefined
    ? undefined
    : html`<p class="hint">Cut when it was recorded: ${formatCount(cutFrom, 'character')} in total.</p>`;
}

/** What a response shows of an item, compared with the last time it was shown in this finding. */
export interface ObservedExchange {
  readonly exchange: RecordedExchange;
  /** Members that changed: `/views: 0 → 1`. */
  readonly changes: readonly string[];
  /** Whether the item was shown before, so that no change is information. */
  readonly wasSeen: boolean;
}

type Members = Readonly<Record<string, string>>;

const maxChanges = 6;
const maxValueWidth = 60;

/** Returns the exchanges in order, each with the changes of the item since it was last shown. */
export function observeChanges(exchanges: readonly RecordedExchange[]): ObservedExchange[] {
  const last = new Map<string, Members>();
  return exchanges.map((exchange) => {
    const place = findItemUrl(exchange);
    const now = readMembers(exchange);
    const before = place === undefined ? undefined : last.get(place);
    if (place === undefined || now === undefined) return { exchange, changes: [], wasSeen: false };
    last.set(place, now);
    return { exchange, changes: before ? listChanges(before, now) : [], wasSeen: before !== undefined };
  });
}

/** Returns the URL of the item that a response shows: the requested one, or the created one. */
function findItemUrl({ request, answer }: RecordedExchange): string | undefined {
  if (!answer || answer.status >= 300) return undefined;
  if (request.method !== 'POST') return toPath(request.url);
  const location = [answer.headers.location ?? []].flat()[0];
  return location === undefined ? undefined : toPath(location, request.url);
}

function toPath(url: string, base?: string): string | undefined {
  if (!URL.canParse(url, base)) return undefined;
  const { pathname, search } = new URL(url, base);
  return pathname + search;
}

function readMembers({ answer }: RecordedExchange): Members | undefined {
  if (!answer?.content || answer.cutFrom !== undefined) return undefined;
  const value = readJson(answer.content);
  return typeof value === 'object' && value !== null ? flattenMembers(value, '') : undefined;
}

const flattenMembers = (value: object, under: string): Members =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const at = `${under}/${name}`;
      return typeof member === 'object' && member !== null && Object.keys(member).length > 0
        ? Object.entries(flattenMembers(member, at))
        : [[at, JSON.stringify(member)]];
    }),
  );

function listChanges(before: Members, now: Members): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const changed = names.filter((name) => before[name] !== now[name]);
  const lines = changed
    .slice(0, maxChanges)
    .map((name) => `${name}: ${renderValue(before[name])} → ${renderValue(now[name])}`);
  return changed.length > maxChanges ? [...lines, `and ${changed.length - maxChanges} more`] : lines;
}

const renderValue = (value: string | undefined): string => (value === undefined ? 'absent' : cut(value, maxValueWidth));
