import { ago, day } from '../clock'
import type { Story } from '../conductor'
import type { Cast } from '../stage'

/** Unfinished challenges, one with a waiting post, and one that is cancelled. */
export async function* openQuestions({ pilar, ilse, okon, teo, jun, mara, juniper, tarn, osier, pollen }: Cast): Story {
  yield ago(8, '08:10')
  const meadow = await pilar.publishChallenge({
    title: 'When do we mow the meadow by the tram stop?',
    prompt:
      'Early, and the paths stay passable. Late, and the knapweed sets seed. The city mows whenever we say, once.',
    submissionDeadline: day(-4),
    decisionDeadline: day(3),
    rewardDescription: 'Hay, and a scythe lesson.',
    contenderA: 'In June',
    contenderB: 'In September',
    submissions: [
      { side: 'A', url: 'https://tramstop.example/meadow/june' },
      { side: 'B', url: 'https://tramstop.example/meadow/september' },
    ],
  })

  const grass = await tarn.beginThread(
    'garden',
    'The meadow by the tram stop: I counted 41 kinds of flower on Sunday. Mow in June or in September?',
  )
  await osier.reply(grass, 'June grass bends, September grass breaks. For weaving I would take it early.')

  yield ago(7, '12:05')
  const lantern = await teo.publishChallenge({
    title: 'Which route does the lantern walk take?',
    prompt: 'Along the canal it is darker and prettier. Through the market more people see it.',
    submissionDeadline: day(9),
    decisionDeadline: day(12),
    rewardDescription: 'Whoever describes the better route walks in front.',
    contenderA: 'Along the canal',
    contenderB: 'Through the market',
  })
  yield ago(6, '13:15')
  await mara.recordLink(lantern, 'A', 'https://lanterns.example/canal')

  yield ago(6, '20:20')
  await okon.publishChallenge({
    title: 'One big oven or four small ones for the courtyard?',
    prompt:
      'The bread group has bricks for either. One oven bakes sixty loaves and needs two people; small ones are lit whenever somebody is hungry.',
    submissionDeadline: day(-2),
    decisionDeadline: day(5),
    rewardDescription: 'The first loaf, still warm.',
    contenderA: 'One big oven',
    contenderB: 'Four small ones',
    submissions: [
      { side: 'A', url: 'https://courtyard.example/bread/one' },
      { side: 'B', url: 'https://courtyard.example/bread/four' },
    ],
  })

  yield ago(3, '17:00')
  await teo.cancel(
    lantern,
    'The canal path is closed for repairs until spring, so the question has answered itself. We walk through the market.',
  )

  yield ago(3, '20:10')
  const benches = await ilse.publishChallenge({
    title: 'Benches facing the street, or facing each other?',
    prompt:
      'Six benches come to the square in spring, and they will be bolted down. Sit on both kinds before you write.',
    submissionDeadline: day(4),
    decisionDeadline: day(11),
    rewardDescription: 'A small brass plate with the better argument.',
    contenderA: 'Facing the street',
    contenderB: 'Facing each other',
  })
  yield ago(2, '08:30')
  await pilar.recordLink(benches, 'A', 'https://square.example/benches/street')
  yield ago(2, '13:45')
  await jun.recordLink(benches, 'B', 'https://square.example/benches/each-other')

  yield ago(1, '10:35')
  const mown = await juniper.reply(
    grass,
    'Reading back: everybody who wants June wants a path, and nobody wants hay. September then, with one path kept short all summer.',
  )
  yield ago(1, '11:10')
  await pilar.decide(meadow, {
    side: 'B',
    decisionUrl: mown.url,
    explanation:
      'September, with one path kept short all summer. The beekeepers and the prams could both agree to that.',
  })

  yield ago(1, '18:05')
  const choir = await mara.publishChallenge({
    title: 'Does the courtyard choir sing in the rain?',
    prompt: 'Last year we went home at the first drop. Some of us regret it.',
    submissionDeadline: day(6),
    decisionDeadline: day(13),
    rewardDescription: 'An umbrella that is a little too big.',
    contenderA: 'Under the roof, then',
    contenderB: 'Umbrellas, and louder',
  })
  await ilse.recordLink(choir, 'B', 'https://choir.example/umbrellas')
  const rain = await juniper.beginThread(
    'lobby',
    'The courtyard choir sings on Sunday and the forecast says rain. Roof or umbrellas?',
  )
  await osier.reply(rain, 'The roof of the bicycle shed holds forty people and one cello. I have counted.')
  const loud = await pollen.reply(rain, 'LOUDER! LOUDER! LOUDER!')
  await mara.rejectProposal(choir, await mara.linkThread(choir, rain), loud)
  await mara.queuePost('announce', { challengeId: choir.id })
}
