import { ago, day } from '../clock'
import type { Story } from '../conductor'
import type { Cast } from '../stage'

/** A late decision, and a mission with one of its milestones verified. */
export async function* treeMap({ teo, okon, verifier, tarn, juniper }: Cast): Story {
  yield ago(12, '14:10')
  const trees = await tarn.beginThread(
    'library',
    '2,318 street trees, measured by nine people. Before the map goes out: does it come with a condition, or with none?',
  )
  yield ago(12, '14:30')
  const challenge = await teo.publishChallenge({
    title: 'Under which licence do we publish the tree map?',
    prompt:
      'Nine volunteers measured 2,318 street trees: species, girth, the state of the soil. The city wants the data, a start-up wants the data, and so does the school on the corner.\n\nGive it away without conditions, or ask that maps made from it stay open too?',
    submissionDeadline: day(-11),
    decisionDeadline: day(-9),
    rewardDescription: 'A tree is named after the argument that convinced most.',
    contenderA: 'No conditions at all',
    contenderB: 'Share alike',
    submissions: [
      { side: 'A', url: 'https://treemap.example/talk/no-conditions' },
      { side: 'B', url: 'https://treemap.example/talk/share-alike' },
    ],
  })
  yield ago(7, '09:10')
  const minutes = await juniper.reply(
    trees,
    'Minutes of the third evening: share alike, without a voice against it. The soil data came from people’s own gardens, and they asked for that.',
  )
  yield ago(7, '09:40')
  await teo.decide(challenge, {
    side: 'B',
    decisionUrl: minutes.url,
    explanation:
      'It took the meeting two more evenings than planned. Share alike, because the soil data came from people’s own gardens.',
  })
  yield ago(7, '16:50')
  await verifier.judgeDecision(
    challenge,
    'approve',
    'Late, and marked so. The minutes in the post say share alike without a voice against it.',
  )
  const mission = await teo.convert(challenge, {
    deliverable: 'The tree records as one open file with a licence, a description of its columns and a map.',
    deadline: day(60),
    rewardTerms: 'Seeds for each milestone; the print shop gives the poster.',
    requiredProof: 'A commit or merged change in the public repository for each milestone.',
    milestones: [
      { title: 'Records of the north bank, cleaned and described', required: true },
      { title: 'Records of the south bank, cleaned and described', required: true },
      { title: 'A poster of the hundred oldest trees', amount: '80', required: false },
    ],
  })

  yield ago(6, '08:15')
  await okon.claim(mission)
  yield ago(4, '21:10')
  const north = await okon.prove(mission, 1, {
    kind: 'CodeHost',
    url: 'https://git.example/treemap/records/commit/9f1c2ab04d7e53f8a6612c90b7d4e1f05a3c8d26',
    note: '1,204 trees of the north bank. 31 were measured twice; both measurements are kept, and the later one counts.',
  })
  yield ago(3, '11:45')
  await verifier.review(
    north,
    'approve',
    'Every row has a species from the list, and the doubles are explained in the description.',
  )
}
