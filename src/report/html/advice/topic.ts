/** The frameworks that advice is given for, with their usual names. */
export const frameworks = {
  express: 'Express',
  nest: 'NestJS',
  fastify: 'Fastify',
  django: 'Django REST framework',
  flask: 'Flask',
  rails: 'Rails',
  spring: 'Spring',
  aspnet: 'ASP.NET Core',
  laravel: 'Laravel',
  go: 'Go net/http',
} as const;

/** What to change if one of these clauses is violated: in any service, and in common frameworks. */
export interface AdviceTopic {
  readonly clauses: readonly string[];
  readonly change: string;
  readonly where: Readonly<Partial<Record<keyof typeof frameworks, string>>>;
}
