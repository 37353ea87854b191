/** The frameworks that advice is given for, by the names their users know. */
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

/** What to change when one of these clauses is violated: in any service, and where in those we know. */
export interface AdviceTopic {
  readonly clauses: readonly string[];
  readonly change: string;
  readonly where: Readonly<Partial<Record<keyof typeof frameworks, string>>>;
}
