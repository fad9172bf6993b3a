import { ago, day } from '../clock'
import type { Story } from '../conductor'
import type { Cast } from '../stage'

/** Translations: a mission reserved for one wallet, an unclaimed one, and a verified decision ready to be converted. */
export async function* welcomeWords({ noor, teo, mara, demoContributor, verifier, juniper, pollen }: Cast): Story {
  yield ago(11, '10:25')
  const words = await juniper.beginThread(
    'library',
    'The sign at the library door gets a first line. “Come in, it is warm” promises a room. “This house is yours too” promises more. Which promise can we keep?',
  )
  yield ago(11, '10:50')
  const challenge = await noor.publishChallenge({
    title: 'What does the sign at the library door say?',
    prompt:
      'The new sign will greet people in six languages. In ours we have two drafts of the first line. It will hang for years, so let us take a week.',
    submissionDeadline: day(-5),
    decisionDeadline: day(-1),
    rewardDescription: 'The winning line, painted by hand and signed small in the corner.',
    contenderA: 'Come in, it is warm',
    contenderB: 'This house is yours too',
  })
  yield ago(10, '09:05')
  await teo.recordLink(challenge, 'A', 'https://doorsign.example/come-in')
  yield ago(9, '11:35')
  await mara.recordLink(challenge, 'B', 'https://doorsign.example/yours-too')

  yield ago(7, '13:50')
  const missing = await pollen.reply(
    words,
    'The leaflet at the desk greets people in five languages. The Tigrinya speakers get a shrug.',
  )
  yield ago(7, '14:20')
  const leaflet = await noor.publishMission({
    sourceUrl: missing.url,
    title: 'The welcome leaflet in Tigrinya',
    summary:
      'Where the doctor is, how the bins work, who lends prams: two pages that we have in five languages and miss in one.',
    definitionOfDone: 'A native speaker who did not translate it finds nothing to change.',
    requiredProof: 'A link to the leaflet, and the name under which the second reader may be thanked.',
    deadline: day(28),
    rewardTerms: '90 € from the neighbourhood fund, paid directly.',
    milestones: [
      { title: 'The translation', amount: '60', required: true },
      { title: 'Read by a second speaker', amount: '30', required: true },
      { title: 'Recorded, for people who would rather listen', required: false },
    ],
    contributorWallet: demoContributor.address,
  })
  yield ago(6, '17:25')
  await demoContributor.claim(leaflet)

  yield ago(3, '15:20')
  const line = await juniper.reply(
    words,
    'After a week of reading both aloud at the door, the thread closes with “This house is yours too”.',
  )
  yield ago(3, '15:55')
  await noor.decide(challenge, {
    side: 'B',
    decisionUrl: line.url,
    explanation: 'Both are warm. The second one tells people that they may stay.',
  })
  yield ago(2, '11:20')
  await verifier.judgeDecision(challenge, 'approve', 'The closing post quotes the line letter by letter.')

  yield ago(1, '09:20')
  const films = await pollen.beginThread(
    'library',
    'The film evening shows three films about rivers. Nine languages will sit there, and there is not one subtitle.',
  )
  yield ago(1, '09:50')
  await noor.publishMission({
    sourceUrl: films.url,
    title: 'Subtitles for the film evening',
    summary: 'Three short films about rivers, nine languages among the audience, and so far no subtitles at all.',
    definitionOfDone: 'Each film has subtitles in three languages that keep time with the picture.',
    requiredProof: 'The subtitle files in public.',
    deadline: day(18),
    rewardTerms: 'Seeds, and the seat in the middle.',
    milestones: [
      { title: '“Where the ice goes”', required: true },
      { title: '“A ferry, a donkey”', required: true },
      { title: '“Mouth”', required: true },
    ],
  })
}
