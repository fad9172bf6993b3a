import type { Act } from '@/tests/model/resolve'
import { askedDays, later } from '@/tests/model/rules'
import { at, type ModelWorld, type Person } from '@/tests/model/state'
import type { Json } from '@/tests/support/client'
import { bothLinks, decisionBody } from '@/tests/support/story'

// How an act is sent: by the versioned interface, or by the earlier one where that has it too.

/** The ids of what the model names by places. */
export interface Ids {
  readonly challenges: { readonly id: string; readonly links: string[] }[]
  readonly missions: { readonly id: string; readonly milestones: string[]; readonly proofs: string[] }[]
}

export interface Call {
  readonly method: 'post' | 'patch'
  readonly path: string
  readonly body: unknown
  /** In two steps, the second with a signature. */
  readonly signed?: true
  /** Notes the ids of what an answer tells is new. */
  readonly note?: (answer: Json) => void
}

interface Sending {
  readonly world: ModelWorld
  readonly ids: Ids
  readonly address: (who: Person) => string
  /** The date of a day of the model. */
  readonly date: (day: number) => string
  /** Another number each time. */
  readonly fresh: () => number
}

const reason = 'It had to be so.'
const SIDES = ['A', 'B'] as const

function terms({ world, address, date }: Sending, act: Extract<Act, { do: 'mission' | 'convert' }>) {
  return {
    deadline: date(world.today + act.days),
    requiredProof: 'A link to the page.',
    milestones: [true, ...act.milestones].map((required, index) => ({ title: `Part ${index + 1}`, required })),
    ...(act.designated ? { contributorWallet: address(act.designated) } : {}),
  }
}

const noteMission = ({ ids }: Sending, { id, milestones }: Json) => {
  ids.missions.push({ id, milestones: milestones.map((milestone: Json) => milestone.id), proofs: [] })
}

/** The call of an act on a challenge. */
function onChallenge(sending: Sending, act: Act, id: string): Call | null {
  const { world, ids, date, fresh } = sending
  const v1 = `/api/v1/challenges/${id}`
  const battle = `/api/battles/${id}`
  switch (act.do) {
    case 'link':
      return {
        method: 'post',
        path: act.earlier ? `${battle}/responses` : `${v1}/submissions`,
        body: { side: act.side, url: `https://example.org/response/${fresh()}` },
        note: (answer) =>
          at(ids.challenges, act.on).links.push((answer.challenge ?? answer.battle).submissions[act.side].id),
      }
    case 'decide':
      return { method: 'post', path: `${v1}/decision`, body: { ...decisionBody, side: act.side } }
    case 'withdraw':
      return { method: 'post', path: `${act.earlier ? battle : v1}/decision/withdraw`, body: { reason } }
    case 'judge':
      return {
        method: 'post',
        path: `${v1}/verify-decision`,
        body: { verdict: act.verdict, explanation: reason },
        signed: true,
      }
    case 'cancel':
      return { method: 'post', path: `${v1}/cancel`, body: { reason } }
    case 'more-time': {
      const { submissionDay, decisionDay } = askedDays(world, act)
      const days = {
        ...(submissionDay === null ? {} : { submissionDeadline: date(submissionDay) }),
        ...(decisionDay === null ? {} : { decisionDeadline: date(decisionDay) }),
      }
      return { method: 'post', path: `${act.earlier ? battle : v1}/deadlines`, body: { ...days, reason } }
    }
    case 'convert':
      return {
        method: 'post',
        path: `${v1}/convert`,
        body: { ...terms(sending, act), deliverable: 'The page.', rewardTerms: 'Thanks.' },
        note: ({ mission }) => noteMission(sending, mission),
      }
    default:
      return null
  }
}

/** The call of an act on a mission. */
function onMission(sending: Sending, act: Act, named: Ids['missions'][number]): Call | null {
  const { world, date, fresh } = sending
  const v1 = `/api/v1/missions/${named.id}`
  const project = `/api/projects/${named.id}`
  switch (act.do) {
    case 'claim':
      return { method: 'post', path: `${v1}/claim`, body: {} }
    case 'release':
      return { method: 'post', path: `${act.earlier ? project : v1}/release`, body: { reason } }
    case 'prove':
      return {
        method: 'post',
        path: `/api/v1/milestones/${at(named.milestones, act.milestone)}/proof`,
        body: { kind: 'Link', url: `https://example.org/proof/${fresh()}`, note: 'Here it is.' },
        note: ({ proof }) => named.proofs.push(proof.id),
      }
    case 'review':
      return {
        method: 'post',
        path: `/api/v1/proof/${at(named.proofs, act.proof ?? 0)}/review`,
        body: { verdict: act.verdict, reason },
        signed: true,
      }
    case 'end': {
      const isEarlier = act.earlier || act.outcome === 'rejected' || act.outcome === 'expired'
      return {
        method: 'post',
        path: isEarlier ? `${project}/outcome` : `${v1}/complete`,
        body: { outcome: act.outcome, statement: 'So it ended.' },
      }
    }
    case 'prolong': {
      const deadline = date(later(world, at(world.missions, act.on).deadline, act.days))
      return { method: 'post', path: `${act.earlier ? project : v1}/deadline`, body: { deadline, reason } }
    }
    case 'add-milestone':
      return {
        method: 'post',
        path: `${project}/milestones`,
        body: { title: `Part ${fresh()}`, required: act.required },
        note: ({ milestone }) => named.milestones.push(milestone.id),
      }
    case 'remark':
      return {
        method: 'patch',
        path: `${project}/milestones/${at(named.milestones, act.milestone)}`,
        body: { status: act.status },
      }
    default:
      return null
  }
}

function moderation(ids: Ids, act: Extract<Act, { do: 'hide' | 'restore' }>): Call {
  const recordId = {
    challenge: () => at(ids.challenges, act.on).id,
    mission: () => at(ids.missions, act.on).id,
    proof: () => at(at(ids.missions, act.on).proofs, act.part),
    submission: () => at(at(ids.challenges, act.on).links, act.part),
  }[act.what]()
  return { method: 'post', path: '/api/moderation', body: { recordType: act.what, recordId, action: act.do, reason } }
}

/** The request that an act is. @throws Error for `days`, which is none. */
export function callOf(sending: Sending, act: Act): Call {
  const { world, ids, date } = sending
  if (act.do === 'hide' || act.do === 'restore') return moderation(ids, act)
  if (act.do === 'challenge') {
    const body = {
      title: 'Which way is shorter?',
      prompt: 'Two ways, one goal.',
      submissionDeadline: date(world.today + act.closes),
      decisionDeadline: date(world.today + act.closes + act.decides),
      rewardDescription: 'Thanks.',
      contenderA: 'Left',
      contenderB: 'Right',
      submissions: bothLinks.filter(({ side }) => act.links.some((one) => one === side)),
    }
    const note = (answer: Json) => {
      const { id, submissions } = answer.challenge ?? answer.battle
      ids.challenges.push({ id, links: SIDES.flatMap((side) => (submissions[side] ? [submissions[side].id] : [])) })
    }
    return { method: 'post', path: act.earlier ? '/api/battles' : '/api/v1/challenges', body, note }
  }
  if (act.do === 'mission') {
    const rest = {
      sourceUrl: decisionBody.decisionUrl,
      title: 'Write the page',
      summary: 'One page.',
      definitionOfDone: 'It is there.',
    }
    const approvalRule = 'Owner records the outcome'
    return {
      method: 'post',
      path: act.earlier ? '/api/projects' : '/api/v1/missions',
      body: { ...terms(sending, act), ...rest, approvalRule },
      note: (answer) => noteMission(sending, answer.mission ?? answer.project),
    }
  }
  const call =
    onChallenge(sending, act, ids.challenges[act.on]?.id ?? '') ??
    onMission(sending, act, ids.missions[act.on] ?? { id: '', milestones: [], proofs: [] })
  if (!call) throw new Error(`Nothing is sent for ${act.do}.`)
  return call
}
