import { z } from 'zod'
import { patch, read, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import { MILESTONES_MAX, PROJECT_PARTS_MAX, PROJECT_PARTS_PER_WALLET_MAX } from '@/lib/contract/limits'
import { moveDeadline, releaseMission } from '@/lib/missions/contract'
import { MilestoneInput, MilestoneView, MissionQuery } from '@/lib/missions/schemas'
import {
  AddEvidence,
  CommitmentView,
  CreateProject,
  DecideProject,
  EvidenceView,
  FundingView,
  MakeCommitment,
  ProjectDecisionView,
  ProjectRecord,
  ProjectView,
  RecordFunding,
  RecordOutcome,
  SetMilestoneStatus,
} from '@/lib/projects/schemas'
import { ReceiptView } from '@/lib/receipts/schemas'

const tag = 'Earlier interface'
const CAPS = `At most ${PROJECT_PARTS_MAX} on a project, ${PROJECT_PARTS_PER_WALLET_MAX} of them by one wallet, until the project has its outcome.`

export const listProjects = read({
  operationId: 'listProjects',
  path: '/api/projects',
  tag,
  access: 'public',
  summary: 'List projects, newest first.',
  description: 'Missions are projects: those of `/api/v1/missions` are listed too, under the same ids.',
  query: MissionQuery,
  returns: z.object({ projects: z.array(ProjectView), nextCursor: NextCursor }),
})

export const createProject = write({
  operationId: 'createProject',
  path: '/api/projects',
  tag,
  access: 'wallet',
  limit: 'project-creation',
  summary: 'Create a project from a public post of the community platform.',
  description:
    'The signed-in wallet becomes the owner. What the platform publicly shows of the post is kept as `sourcePost`; while it cannot be read, the URL alone.',
  body: CreateProject,
  returns: z.object({ project: ProjectView }),
  example: {
    sourceUrl: 'https://community.example/board/lobby/42',
    title: 'Write the newcomer guide',
    summary: 'One page that answers the first ten questions of a newcomer.',
    definitionOfDone: 'The page is public and answers all ten questions.',
    deadline: '2027-01-31',
    requiredProof: 'A link to the page.',
    milestones: [{ title: 'The page is public', amount: '25', required: true }],
  },
})

export const getProject = read({
  operationId: 'getProject',
  path: '/api/projects/{id}',
  tag,
  access: 'public',
  summary: 'Read one project with everything that it holds.',
  returns: z.object({ project: ProjectRecord }),
})

export const listCommitments = read({
  operationId: 'listCommitments',
  path: '/api/projects/{id}/commitments',
  tag,
  access: 'public',
  summary: 'Read the pledges of work, funds and resources.',
  returns: z.object({ commitments: z.array(CommitmentView) }),
})

export const makeCommitment = write({
  operationId: 'makeCommitment',
  path: '/api/projects/{id}/commitments',
  tag,
  access: 'wallet',
  summary: 'Pledge work, funds or resources.',
  description: `A pledge binds nobody here and moves nothing. ${CAPS}`,
  body: MakeCommitment,
  returns: z.object({ commitment: CommitmentView }),
  errors: ['not_found', 'expired', 'conflict'],
  example: { kind: 'work', description: 'I proofread the page before it goes public.' },
})

export const listProjectDecisions = read({
  operationId: 'listProjectDecisions',
  path: '/api/projects/{id}/decisions',
  tag,
  access: 'public',
  summary: 'Read the decisions of reviewers, the signed ones of verifiers too.',
  returns: z.object({ decisions: z.array(ProjectDecisionView) }),
})

export const decideProject = write({
  operationId: 'decideProject',
  path: '/api/projects/{id}/decisions',
  tag,
  access: 'wallet',
  summary: 'Approve or reject a project as a named reviewer.',
  description: `By any wallet but the owner’s and the contributor’s, once about the same content. It is an opinion under a name that nobody verified, and verifies nothing. ${CAPS}`,
  body: DecideProject,
  returns: z.object({ decision: ProjectDecisionView }),
  example: { verdict: 'approve', reason: 'The plan is clear and the proof is easy to check.', reviewerName: 'Ada' },
})

export const listFunding = read({
  operationId: 'listFunding',
  path: '/api/projects/{id}/funding',
  tag,
  access: 'public',
  summary: 'Read the transactions that are said to fund the project.',
  returns: z.object({ funding: z.array(FundingView) }),
})

export const recordFunding = write({
  operationId: 'recordFunding',
  path: '/api/projects/{id}/funding',
  tag,
  access: 'wallet',
  summary: 'Record a transaction that funds the project.',
  description: `A public HTTPS URL of the transaction is needed. The URL of a known block explorer tells chain and hash, and the transaction is checked automatically. Each stands once on a project. ${CAPS}`,
  body: RecordFunding,
  returns: z.object({ fundingRecord: FundingView }),
  errors: ['not_found', 'expired', 'conflict'],
  example: { transactionUrl: `https://basescan.org/tx/0x${'ab'.repeat(32)}`, amount: '25', currency: 'USDC' },
})

export const listEvidence = read({
  operationId: 'listEvidence',
  path: '/api/projects/{id}/evidence',
  tag,
  access: 'public',
  summary: 'Read the evidence.',
  returns: z.object({ evidence: z.array(EvidenceView) }),
})

export const addEvidence = write({
  operationId: 'addEvidence',
  path: '/api/projects/{id}/evidence',
  tag,
  access: 'wallet',
  summary: 'Add a public URL, a receipt, a deliverable or a transaction as evidence.',
  description: `Each URL and each transaction stands once on a project. Evidence is never described as verified. ${CAPS}`,
  body: AddEvidence,
  returns: z.object({ evidenceItem: EvidenceView }),
  errors: ['not_found', 'expired', 'conflict'],
  example: { kind: 'Deliverable', url: 'https://example.org/newcomers', note: 'The page, live since Tuesday.' },
})

export const listProjectMilestones = read({
  operationId: 'listProjectMilestones',
  path: '/api/projects/{id}/milestones',
  tag,
  access: 'public',
  summary: 'Read the milestones with their status and verified flags.',
  returns: z.object({ milestones: z.array(MilestoneView) }),
})

export const addMilestone = write({
  operationId: 'addMilestone',
  path: '/api/projects/{id}/milestones',
  tag,
  access: 'owner',
  summary: 'Add a milestone.',
  description: `A required one only until the project is claimed, for then its terms stand. At most ${MILESTONES_MAX}.`,
  body: MilestoneInput,
  returns: z.object({ milestone: MilestoneView }),
  example: { title: 'The page is translated', amount: '10', required: false },
})

export const setMilestoneStatus = patch({
  operationId: 'setMilestoneStatus',
  path: '/api/projects/{id}/milestones/{milestoneId}',
  tag,
  access: 'owner',
  summary: 'Set a milestone to Pending, Delivered or Cancelled.',
  description:
    'The owner’s remark: it never verifies. A verified milestone is not cancelled, nor a required one once the project is claimed, nor the last required one; a cancelled milestone takes no proof.',
  body: SetMilestoneStatus,
  returns: z.object({ milestone: MilestoneView }),
  example: { status: 'Delivered' },
})

export const releaseProject = write({
  ...releaseMission,
  operationId: 'releaseProject',
  path: '/api/projects/{id}/release',
  tag,
  returns: z.object({ project: ProjectView }),
})

export const moveProjectDeadline = write({
  ...moveDeadline,
  operationId: 'moveProjectDeadline',
  path: '/api/projects/{id}/deadline',
  tag,
  returns: z.object({ project: ProjectView }),
})

export const recordOutcome = write({
  operationId: 'recordOutcome',
  path: '/api/projects/{id}/outcome',
  tag,
  access: 'wallet',
  summary: 'Record the final outcome; a permanent receipt is issued.',
  description:
    'By the owner; `expired` by any signed-in wallet once the day of the deadline has ended, unless a proof waits for its review or every required milestone is verified. The receipt names who recorded it as `recordedBy`; by anybody but the owner the statement is a sentence of the service, and what was sent is not kept. `completed` only after every required milestone is verified.',
  body: RecordOutcome,
  returns: z.object({ project: ProjectView, receipt: ReceiptView }),
  example: { outcome: 'completed', statement: 'The guide is live and helps.' },
})
