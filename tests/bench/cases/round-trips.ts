import pg from 'pg'
import { challengeIn, missionIn } from '../data/generate'
import { idOf } from '../data/ids'
import { WRITING } from '../data/sizes'
import { LATER, post, REPEATED } from '../data/writes'
import type { Asked, Recorded } from '../servers/record'
import { COMMUNITY, callerAccount, instanceEnvironment, VERIFIER_TOKEN, verifierAccount } from '../support/environment'
import { openPgProxy } from '../support/pg-proxy'
import { startWorker } from '../support/process'
import { limitFigure, plainFigure } from '../support/report'
import type { Case } from './case'

const ROUND_TRIPS_MAX = 4

/** Every write endpoint once, counted on the wire between the service and Postgres. */
export const roundTrips: Case = {
  name: 'round-trips',
  async run({ databases, say }) {
    say('round trips: every write endpoint, counted on the wire')
    await databases.generated('writing', WRITING)
    const url = await databases.copy('writing', 'writing_trips')
    await giveToCaller(url)
    const proxy = await openPgProxy(url)
    const recorder = await startWorker('record.ts', instanceEnvironment(proxy.url, 1))
    const counts = new Map<string, number>()

    const ask = async (name: string | null, request: Asked) => {
      proxy.count()
      const [answer] = await recorder.ask<Recorded[]>('record', [request])
      if (!answer || answer.status > 201)
        throw new Error(`${name ?? 'A step'} was refused: ${answer?.status} ${answer?.body}`)
      if (name) counts.set(name, proxy.count())
      return JSON.parse(answer.body)
    }
    const signed = async (name: string | null, target: string, body: object) => {
      const { nonce, message } = await ask(name && `${name}, step 1`, post(target, body, VERIFIER_TOKEN))
      const signature = await verifierAccount.signMessage({ message })
      return ask(name && `${name}, step 2`, post(target, { nonce, signature }, VERIFIER_TOKEN))
    }

    const story = async (named: boolean) => {
      const name = (words: string) => (named ? words : null)
      const challenge = {
        title: 'Which plan?',
        prompt: 'Two plans.',
        submissionDeadline: LATER,
        decisionDeadline: LATER,
        rewardDescription: 'Seeds.',
        contenderA: 'A',
        contenderB: 'B',
      }
      const links = [
        { side: 'A', url: 'https://plans.example/a' },
        { side: 'B', url: 'https://plans.example/b' },
      ]
      const made = await ask(
        name('createChallenge'),
        post('/api/v1/challenges', { ...challenge, submissions: named ? links : [] }),
      )
      await ask(name('cancelChallenge'), post(`/api/v1/challenges/${made.challenge.id}/cancel`, { reason: 'Enough.' }))
      for (const write of REPEATED) await ask(name(write.name), write.request(named ? 2 : 1))
      const mission = await ask(
        null,
        post('/api/v1/missions', {
          sourceUrl: `${COMMUNITY}/board/garden/1`,
          title: 'Dig',
          summary: 'Dig.',
          definitionOfDone: 'Dug.',
          deadline: LATER,
          approvalRule: 'Owner records the outcome',
          requiredProof: 'A photo.',
          milestones: [{ title: 'One', required: true }],
        }),
      )
      await ask(
        name('completeMission (abandoned)'),
        post(`/api/v1/missions/${mission.mission.id}/complete`, { outcome: 'abandoned', statement: 'Enough.' }),
      )
      const claimed = idOf('mission', missionIn('SEED', named ? 12 : 11))
      await ask(null, post(`/api/v1/missions/${claimed}/claim`, {}))
      const milestone = idOf('milestone', missionIn('SEED', named ? 12 : 11))
      const { proof } = await ask(
        name('submitProof'),
        post(`/api/v1/milestones/${milestone}/proof`, { kind: 'Link', url: 'https://plans.example/p', note: 'Dug.' }),
      )
      const nth = named ? 2 : 1
      const decision = { side: 'A', decisionUrl: `${COMMUNITY}/board/garden/1`, explanation: 'It says so.' }
      await ask(
        name('submitDecision'),
        post(`/api/v1/challenges/${idOf('challenge', challengeIn('AWAITING_DECISION', nth))}/decision`, decision),
      )
      const terms = {
        deliverable: 'A garden.',
        deadline: LATER,
        rewardTerms: 'Seeds.',
        requiredProof: 'A photo.',
        milestones: [{ title: 'One', required: true }],
      }
      await ask(
        name('convertChallenge'),
        post(`/api/v1/challenges/${idOf('challenge', challengeIn('DECISION_VERIFIED', nth))}/convert`, terms),
      )
      const verified = idOf('mission', missionIn('VERIFIED', nth))
      await ask(
        name('completeMission (completed)'),
        post(`/api/v1/missions/${verified}/complete`, { outcome: 'completed', statement: 'It grows.' }),
      )
      await ask(
        name('recordPayment'),
        post(`/api/v1/missions/${verified}/payment`, { chainId: '8453', txHash: `0x${String(nth).repeat(64)}` }),
      )
      await signed(name('reviewProof'), `/api/v1/proof/${proof.id}/review`, {
        verdict: 'approve',
        reason: 'It is dug.',
      })
      const decided = idOf('challenge', challengeIn('DECISION_SUBMITTED', nth))
      await signed(name('verifyDecision'), `/api/v1/challenges/${decided}/verify-decision`, {
        verdict: 'approve',
        explanation: 'It says so.',
      })
    }
    // The first time connections open; the second time counts.
    await story(false)
    await story(true)
    await recorder.stop()
    proxy.close()

    const told = [...counts].map(([name, trips]) => `${name} ${trips}`).join(', ')
    return [
      limitFigure(
        `round trips of the ${counts.size} kinds of write, the most`,
        Math.max(...counts.values()),
        ROUND_TRIPS_MAX,
        'round trips',
      ),
      plainFigure('round trips', told),
    ]
  },
}

/** The generated records belong to others: two in each state that waits for its owner go to the bench's caller. */
async function giveToCaller(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const challenges = (['AWAITING_DECISION', 'DECISION_VERIFIED'] as const).flatMap((state) =>
    [1, 2].map((nth) => idOf('challenge', challengeIn(state, nth))),
  )
  const missions = [1, 2].map((nth) => idOf('mission', missionIn('VERIFIED', nth)))
  await client.query('UPDATE "Challenge" SET owner = $1 WHERE id = ANY($2)', [callerAccount.address, challenges])
  await client.query('UPDATE "Mission" SET owner = $1 WHERE id = ANY($2)', [callerAccount.address, missions])
  await client.end()
}
