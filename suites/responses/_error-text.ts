import { getHeader, type HttpResponse } from '#rule';
import { createSignal, type Signal } from './_error-signal.js';

/** Signals of a response as received: its media type, markup, and lines of text. */
export function listTextSignals(answer: HttpResponse): Signal[] {
  const type = getHeader(answer, 'content-type') ?? '';
  const { text } = answer;
  const isHtml = /text\/html/i.test(type) || /^\s*<(!doctype html|html)/i.test(text);
  const isPlainError = answer.json === undefined && text.length < 2000 && saysError.some((form) => form.test(text));
  return [
    ...createSignal(errorTypes.test(type), 5, `its media type is ${type}`),
    ...createSignal(isHtml, 4, 'it is an HTML page'),
    ...createSignal(isHtml && errorPage.test(text), 1, 'the page mentions an error'),
    ...createSignal(!isHtml && isPlainError, 5, 'it is a line of text that names an error'),
    ...createSignal(
      /^\s*(<\?xml[^>]*>\s*)?<([\w-]+:)?(Error|ErrorResponse|Fault|problem)[\s/>]/i.test(text),
      5,
      'it is an XML error',
    ),
    ...createSignal(
      /^\s*(<\?xml[^>]*>\s*)?<([\w-]+:)?Envelope[\s\S]*<([\w-]+:)?Fault[\s/>]/.test(text),
      5,
      'it is a SOAP fault',
    ),
  ];
}

const errorTypes = /^application\/(problem\+|vnd\.([\w.-]+\.)?errors?(\+|;|$))/i;

const errorPage =
  /<(title|h1)[^>]*>[^<]*(error|exception|not found|forbidden|denied|maintenance|sign in|log ?in|unavailable|bad gateway)/i;

/** A heading may start with the same word: the following text decides. */
const saysError: readonly RegExp[] = [
  /^\s*(an? )?(unexpected |internal |fatal |server |database )*(error|exception)(\s*[:!.]|\s+(occurred|while|connecting|processing|code|id|\d)|\s*$)/i,
  /^\s*(internal server error|bad gateway|bad request|service unavailable|gateway timeout|access denied|not found|unauthorized|forbidden|invalid|traceback)(?![\w-])/i,
  /^\s*[\w.]+(Exception|Error): /,
];
