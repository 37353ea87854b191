import { type Answer, createRefusal } from '../http/answer.js';
import type { ContentCheck, Service } from '../request-context.js';

export function refuseContent(service: Service, check: Omit<ContentCheck, 'orders'>): Answer | undefined {
  const complaints = service.complaints({ ...check, orders: service.orders });
  return complaints.length > 0 ? createRefusal(check.value, complaints) : undefined;
}
