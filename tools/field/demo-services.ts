import { type DemoOptions, demoProfile, startDemo } from '../../src/demo/start-demo.js';
import type { FileProfile } from '../../src/profile/file/file-content.js';
import { libraryProfile, startLibrary } from '../library-service/start-library.js';
import type { FieldService } from './service.js';

/** The services that the kit is proven on: correct ones, so that each violation is wrong. */
export const demoServices: readonly FieldService[] = [
  createDemoService('demo orders', {}, ['/orders?limit=100'], demoProfile as FileProfile),
  createDemoService(
    'demo orders, nested',
    { dialect: ['order-parts'] },
    ['/orders?limit=100'],
    demoProfile as FileProfile,
  ),
  createDemoService('demo inventory', { dialect: ['inventory'] }, ['/products', '/settings', '/tags', '/labels']),
  {
    name: 'demo library',
    start: () => startLibrary(),
    lists: ['/shelves'],
    audits: { url: { seed: 1 }, draft: { seed: 1 }, profile: { seed: 1, said: libraryProfile as FileProfile } },
  },
];

function createDemoService(
  name: string,
  options: DemoOptions,
  lists: readonly string[],
  said?: FileProfile,
): FieldService {
  return {
    name,
    start: () => startDemo(options),
    lists,
    audits: { url: { seed: 1 }, draft: { seed: 1 }, ...(said && { profile: { seed: 1, said } }) },
  };
}
