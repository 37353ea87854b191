import { z } from '@hono/zod-openapi';
import { labelName, reference, text, timestamp } from './fields.mjs';

const settings = z.object({
  reminderDays: z.number().int().min(1).max(30).optional(),
  weekStart: z.enum(['monday', 'sunday']).optional(),
});
const settingsPatch = z.object({
  reminderDays: z.number().int().min(1).max(30).nullable().optional(),
  weekStart: z.enum(['monday', 'sunday']).nullable().optional(),
});

export const ProjectContent = z
  .object({
    name: text(1, 80),
    description: text(0, 500).optional(),
    visibility: z.enum(['private', 'internal']).default('private'),
    leadId: reference('mem_ben').optional(),
    settings: settings.optional(),
  })
  .openapi('ProjectContent');

export const ProjectPatch = z
  .object({
    name: text(1, 80).optional(),
    description: text(0, 500).nullable().optional(),
    visibility: z.enum(['private', 'internal']).nullable().optional(),
    leadId: reference('mem_ben').nullable().optional(),
    settings: settingsPatch.nullable().optional(),
  })
  .openapi('ProjectPatch');

export const Project = ProjectContent.extend({
  id: z.string(),
  visibility: z.enum(['private', 'internal']),
  status: z.enum(['active', 'archived']),
  openIssues: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
}).openapi('Project');

const priority = z.enum(['low', 'normal', 'high']);
const labels = z
  .array(labelName)
  .max(5)
  .refine((names) => new Set(names).size === names.length, 'must not repeat a label')
  .openapi({ uniqueItems: true });

export const IssueContent = z
  .object({
    title: text(1, 120),
    body: text(0, 2000).optional(),
    priority: priority.default('normal'),
    labels: labels.default([]),
    assigneeId: reference('mem_ben').optional(),
    dueOn: z.iso.date().optional(),
    estimate: z.number().int().min(0).max(1000).optional(),
  })
  .openapi('IssueContent');

export const NewIssue = IssueContent.extend({
  status: z.enum(['open', 'in_progress']).default('open'),
}).openapi('NewIssue');

export const IssuePatch = z
  .object({
    title: text(1, 120).optional(),
    body: text(0, 2000).nullable().optional(),
    priority: priority.nullable().optional(),
    labels: labels.nullable().optional(),
    assigneeId: reference('mem_ben').nullable().optional(),
    dueOn: z.iso.date().nullable().optional(),
    estimate: z.number().int().min(0).max(1000).nullable().optional(),
    status: z.enum(['open', 'in_progress', 'closed']).optional(),
  })
  .openapi('IssuePatch');

export const Issue = IssueContent.extend({
  id: z.string(),
  projectId: z.string(),
  number: z.number().int(),
  status: z.enum(['open', 'in_progress', 'closed']),
  priority,
  labels,
  createdAt: timestamp,
  updatedAt: timestamp,
  closedAt: timestamp.optional(),
}).openapi('Issue');

export const CommentContent = z.object({ text: text(1, 1000) }).openapi('CommentContent');

export const Comment = CommentContent.extend({
  id: z.string(),
  issueId: z.string(),
  author: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
}).openapi('Comment');

export const LabelContent = z
  .object({ color: z.string().regex(/^#[0-9a-f]{6}$/), description: text(0, 100).optional() })
  .openapi('LabelContent');

export const Label = LabelContent.extend({ name: labelName }).openapi('Label');

export const Member = z.object({ id: z.string(), name: z.string(), email: z.string() }).openapi('Member');

export const ArchivalContent = z.object({ reason: text(1, 200) }).openapi('ArchivalContent');

export const Archival = ArchivalContent.extend({
  id: z.string(),
  projectId: z.string(),
  author: z.string(),
  createdAt: timestamp,
}).openapi('Archival');

export const TransferContent = z
  .object({
    memberId: reference('mem_ben'),
    note: text(0, 200).optional(),
    requestId: text(8, 64).openapi({ description: 'The idempotency key of the transfer.' }),
  })
  .openapi('TransferContent');

export const Transfer = TransferContent.extend({
  id: z.string(),
  projectId: z.string(),
  fromMemberId: z.string().optional(),
  author: z.string(),
  createdAt: timestamp,
}).openapi('Transfer');

export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .openapi('Problem');
