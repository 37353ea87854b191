import { type Json, readJson } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';

/** The JSON content of a recorded request; undefined for any other. */
export const readContent = ({ content }: Pick<ObservedExchange, 'content'>): Json | undefined => readJson(content);
