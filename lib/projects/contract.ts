import { z } from 'zod'
import { patch, read, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import { MILESTONES_MAX, PROJECT_PARTS_MAX, PROJECT_PARTS_PER_WALLET_MAX } from '@/lib/contract/limits'
import { createMission, moveDeadline, releaseMission } from '@/lib/missions/contract'
import { COMPLETED } from '@/lib/missions/example'
import { MilestoneInput, MilestoneView, MissionQuery } from '@/lib/missions/schemas'
import * as schemas from '@/lib/projects/schemas'
import { getReceipt } from '@/lib/receipts/contract'
import { ReceiptView } from '@/lib/receipts/schemas'

const tag = 'Earlier interface'
const byAnyone = { tag, access: 'public' } as const
const byWallet = { tag, access: 'wallet' } as const
/** Any wallet may add these, also to somebody else's project. */
const addsPart = { ...byWallet, errors: ['not_found', 'expired', 'conflict'] } as const
const returnsProject = z.object({ project: schemas.ProjectView })
const CAPS = `At most ${PROJECT_PARTS_PER_WALLET_MAX} by one wallet on a project, and ${PROJECT_PARTS_MAX} by others than its owner and its contributor, until the project has its outcome.`

/** A read of one list that a project holds. */
const listOf = <const Id extends string, const Name extends string, const Shape extends z.ZodRawShape>(
  operationId: Id,
  name: Name,
  summary: string,
  list: Shape,
) => read({ operationId, path: `/api/projects/{id}/${name}`, ...byAnyone, summary, returns: z.object(list) })

export const listProjects = read({
  operationId: 'listProjects',
  path: '/api/projects',
  ...byAnyone,
  summary: 'List projects, newest first.',
  description: 'Missions are projects: those of `/api/v1/missions` are listed too, under the same ids.',
  query: MissionQuery,
  returns: z.object({ projects: z.array(schemas.ProjectView), nextCursor: NextCursor }),
})

const { approvalRule, ...example } = createMission.example

export const createProject = write({
  operationId: 'createProject',
  path: '/api/projects',
  ...byWallet,
  limit: 'project-creation',
  summary: 'Create a project from a public post of the community platform.',
  description:
    'The signed-in wallet becomes the owner. What the platform publicly shows of the post is kept as `sourcePost`; while it cannot be read, the URL alone.',
  body: schemas.CreateProject,
  returns: returnsProject,
  example,
})

export const getProject = read({
  operationId: 'getProject',
  path: '/api/projects/{id}',
  ...byAnyone,
  summary: 'Read one project with everything that it holds.',
  returns: z.object({ project: schemas.ProjectRecord }),
})

export const listCommitments = listOf(
  'listCommitments',
  'commitments',
  'Read the pledges of work, funds and resources.',
  { commitments: z.array(schemas.CommitmentView) },
)

export const makeCommitment = write({
  operationId: 'makeCommitment',
  path: '/api/projects/{id}/commitments',
  ...addsPart,
  summary: 'Pledge work, funds or resources.',
  description: `A pledge binds nobody here and moves nothing. ${CAPS}`,
  body: schemas.MakeCommitment,
  returns: z.object({ commitment: schemas.CommitmentView }),
  example: { kind: 'work', description: 'I proofread the page before it goes public.' },
})

export const listProjectDecisions = listOf(
  'listProjectDecisions',
  'decisions',
  'Read the decisions of reviewers, the signed ones of verifiers too.',
  { decisions: z.array(schemas.ProjectDecisionView) },
)

export const decideProject = write({
  operationId: 'decideProject',
  path: '/api/projects/{id}/decisions',
  ...byWallet,
  summary: 'Approve or reject a project as a named reviewer.',
  description: `By any wallet but the owner’s and the contributor’s, once about the same content. It is an opinion under a name that nobody verified, and verifies nothing. ${CAPS}`,
  body: schemas.DecideProject,
  returns: z.object({ decision: schemas.ProjectDecisionView }),
  example: { verdict: 'approve', reason: 'The plan is clear and the proof is easy to check.', reviewerName: 'Ada' },
})

export const listFunding = listOf(
  'listFunding',
  'funding',
  'Read the transactions that are said to fund the project.',
  { funding: z.array(schemas.FundingView) },
)

export const recordFunding = write({
  operationId: 'recordFunding',
  path: '/api/projects/{id}/funding',
  ...addsPart,
  summary: 'Record a transaction that funds the project.',
  description: `A public HTTPS URL of the transaction is needed. The URL of a known block explorer tells chain and hash, and the transaction is checked automatically. A wallet records each once on a project; several may record the same one. ${CAPS}`,
  body: schemas.RecordFunding,
  returns: z.object({ fundingRecord: schemas.FundingView }),
  example: { transactionUrl: `https://basescan.org/tx/0x${'ab'.repeat(32)}`, amount: '25', currency: 'USDC' },
})

export const listEvidence = listOf('listEvidence', 'evidence', 'Read the evidence.', {
  evidence: z.array(schemas.EvidenceView),
})

export const addEvidence = write({
  operationId: 'addEvidence',
  path: '/api/projects/{id}/evidence',
  ...addsPart,
  summary: 'Add a public URL, a receipt, a deliverable or a transaction as evidence.',
  description: `A wallet adds each URL and each transaction once to a project; several may add the same one. Evidence is never described as verified. ${CAPS}`,
  body: schemas.AddEvidence,
  returns: z.object({ evidenceItem: schemas.EvidenceView }),
  example: { kind: 'Deliverable', url: 'https://example.org/newcomers', note: 'The page, live since Tuesday.' },
})

export const listProjectMilestones = listOf(
  'listProjectMilestones',
  'milestones',
  'Read the milestones with their status and verified flags.',
  { milestones: z.array(MilestoneView) },
)

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
  body: schemas.SetMilestoneStatus,
  returns: z.object({ milestone: MilestoneView }),
  example: { status: 'Delivered' },
})

export const releaseProject = write({
  ...releaseMission,
  operationId: 'releaseProject',
  path: '/api/projects/{id}/release',
  tag,
  returns: returnsProject,
})

export const moveProjectDeadline = write({
  ...moveDeadline,
  operationId: 'moveProjectDeadline',
  path: '/api/projects/{id}/deadline',
  tag,
  returns: returnsProject,
})

export const recordOutcome = write({
  operationId: 'recordOutcome',
  path: '/api/projects/{id}/outcome',
  ...byWallet,
  summary: 'Record the final outcome; a permanent receipt is issued.',
  description:
    'Also `rejected` and `expired`, which the versioned interface does not have. By the owner; `expired` by any signed-in wallet once the day of the deadline has ended, unless a proof waits for its review or every required milestone is verified. The receipt names who recorded it as `recordedBy`; by anybody but the owner the statement is a sentence of the service, and what was sent is not kept. `completed` only after every required milestone is verified.',
  body: schemas.RecordOutcome,
  creates: { field: 'receipt', path: getReceipt.path },
  returns: z.object({ project: schemas.ProjectView, receipt: ReceiptView }),
  example: { outcome: 'completed', statement: 'The guide is live and helps.' },
  makes: COMPLETED,
})
