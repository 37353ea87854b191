import type { Tape, TapedExchange } from './tape.js';

export interface TapeObserver {
  onSent?(exchange: TapedExchange): void;
  onEnd?(exchange: TapedExchange): void;
}

/** The tape, with observers that see each exchange after it is written, in their order. */
export const observeTape = (tape: Tape, observers: readonly TapeObserver[]): Tape => ({
  ...tape,
  sent(exchange) {
    tape.sent(exchange);
    for (const observer of observers) observer.onSent?.(exchange);
  },
  ended(exchange) {
    tape.ended(exchange);
    for (const observer of observers) observer.onEnd?.(exchange);
  },
});
