import type { AGENT_TOOL_NAMES } from '@/lib/agent-tools/names'
import * as challenges from '@/lib/challenges/contract'
import type { Endpoint } from '@/lib/contract/endpoint'
import * as missions from '@/lib/missions/contract'
import { getReceipt } from '@/lib/receipts/contract'
import { getWalletSeeds } from '@/lib/seeds/contract'

export type AgentToolName = (typeof AGENT_TOOL_NAMES)[number]

/** The precondition of a tool. */
export type Need = 'reads' | 'wallet' | 'verifier'

/** An agent tool as data. Its input and rules come from the contract. */
export interface AgentTool {
  readonly title: string
  readonly description: string
  readonly contract: Endpoint
  /** The input property that becomes the parameter of the path. */
  readonly subject?: { readonly property: string; readonly parameter: 'id' | 'address'; readonly description: string }
}

const subject = (property: string, description: string) => ({ property, parameter: 'id', description }) as const
const challengeId = subject('challengeId', 'The id of the challenge, a UUID.')
const missionId = subject('missionId', 'The id of the mission, a UUID.')

/** The tools of the home page (docs/interface.md#agent-tools), by name. */
export const AGENT_TOOLS: Readonly<Record<AgentToolName, AgentTool>> = {
  list_svc_challenges: {
    title: 'List challenges',
    description:
      'Lists public challenges, newest first, a page at a time. Filter by state, owner wallet or a part of the title; pass nextCursor as cursor for the next page.',
    contract: challenges.listChallenges,
  },
  get_svc_challenge: {
    title: 'Read a challenge',
    description:
      'Reads one challenge: both competing responses, deadlines, state, the recorded decision with its signed verification, and the whole history.',
    contract: challenges.getChallenge,
    subject: challengeId,
  },
  create_svc_challenge: {
    title: 'Publish a challenge',
    description:
      'Publishes a challenge with two competing responses in the name of the signed-in wallet, which becomes its owner. Its text cannot be edited afterwards; its deadlines can be moved forward. Dates are UTC days.',
    contract: challenges.createChallenge,
  },
  submit_challenge_response: {
    title: 'Record a response link',
    description:
      'Records the permanent public link of one side (A or B) of a challenge, once per side, until the submission deadline has ended.',
    contract: challenges.recordResponseLink,
    subject: challengeId,
  },
  submit_challenge_decision: {
    title: 'Record the decision',
    description:
      'Records which side the community chose, with the public post that says so. Only the owner of a challenge that awaits its decision may; a verifier judges it afterwards.',
    contract: challenges.submitDecision,
    subject: challengeId,
  },
  list_svc_missions: {
    title: 'List missions',
    description:
      'Lists public missions, newest first, a page at a time. Filter by state (SEED looks for a contributor), owner, contributor or a part of the title.',
    contract: missions.listMissions,
  },
  get_svc_project: {
    title: 'Read a mission',
    description:
      'Reads one mission (a project of the earlier interface): terms, milestones with their ids, proofs with their ids and signed reviews, Seeds, outcome and the whole history.',
    contract: missions.getMission,
    subject: missionId,
  },
  create_svc_mission: {
    title: 'Publish a mission',
    description:
      'Publishes a mission from a public post of the community platform in the name of the signed-in wallet, which becomes its owner. Its text cannot be edited afterwards; its deadline can be moved forward, and milestones can be added.',
    contract: missions.createMission,
  },
  claim_svc_mission: {
    title: 'Claim a mission',
    description:
      'Makes the signed-in wallet the contributor of a mission in state SEED. Not for its owner; where a contributor is designated, only for that wallet.',
    contract: missions.claimMission,
    subject: missionId,
  },
  submit_milestone_proof: {
    title: 'Submit proof',
    description:
      'Submits proof for one milestone as the contributor of its mission. It is never called verified until a verifier signs. Milestone ids are in get_svc_project.',
    contract: missions.submitProof,
    subject: subject('milestoneId', 'The id of the milestone, a UUID.'),
  },
  review_milestone_proof: {
    title: 'Review a proof',
    description:
      'Prepares a verdict on a waiting proof and shows the exact text on the page. Nothing is recorded until the person signs that text with their own wallet; the tool waits for them, and while they read another text. Proof ids are in get_svc_project.',
    contract: missions.reviewProof,
    subject: subject('proofId', 'The id of the proof, a UUID.'),
  },
  get_svc_reputation: {
    title: 'Read a wallet’s Seeds',
    description: 'Reads the balance of Seeds of a wallet and its ledger, newest entry first, reversals included.',
    contract: getWalletSeeds,
    subject: { property: 'address', parameter: 'address', description: 'The wallet address, 0x and 40 hex digits.' },
  },
  get_completion_receipt: {
    title: 'Read a receipt',
    description:
      'Reads a permanent receipt: terms, discussion, evidence, signed verdicts, Seeds and payments as separate facts, with what is needed to check every signature. Its id is the receiptId of a mission that has ended.',
    contract: getReceipt,
    subject: subject('receiptId', 'The id of the receipt, a UUID.'),
  },
}

/** The precondition follows from the access of the endpoint. */
export function needOf({ contract }: AgentTool): Need {
  if (contract.access === 'public') return 'reads'
  return contract.access === 'verifier' ? 'verifier' : 'wallet'
}

/** The hints about a tool for the browser (WebMCP). Every response may hold text that people wrote. */
export interface ToolHints {
  readonly readOnlyHint: boolean
  readonly untrustedContentHint: boolean
  readonly consequentialHint: boolean
}

export function hintsOf(tool: AgentTool): ToolHints {
  const reads = tool.contract.kind === 'read'
  return { readOnlyHint: reads, untrustedContentHint: true, consequentialHint: !reads }
}
