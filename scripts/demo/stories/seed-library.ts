import { ago, day } from '../clock'
import type { Story } from '../conductor'
import type { Cast } from '../stage'

/** A complete story with linked thread, rejected decision, proof sent back, rejected optional milestone and payment. */
export async function* seedLibrary({
  mara,
  ilse,
  okon,
  verifier,
  moderator,
  juniper,
  tarn,
  osier,
  pollen,
}: Cast): Story {
  yield ago(12, '08:50')
  const question = await pollen.beginThread(
    'garden',
    'Word from the branch library: there are four hundred bags of seed in one drawer, and nobody has said how lending works. What would you do?',
  )
  yield ago(12, '09:10')
  const challenge = await mara.publishChallenge({
    title: 'How should the seed library lend its seeds?',
    prompt:
      'Four hundred paper bags of beans, poppies and old tomatoes live in one drawer at the branch library. Spring is coming and people ask how lending works.\n\nTwo ideas stand in the thread. Which one do we live with for a year?',
    submissionDeadline: day(-10),
    decisionDeadline: day(-7),
    rewardDescription: 'Seeds of the paper kind and of the other kind, and your name inside the drawer.',
    contenderA: 'The honest drawer',
    contenderB: 'The stamped card',
  })
  await mara.linkMuse(juniper)
  await mara.linkThread(challenge, question)
  await moderator.approvePost(await mara.queuePost('announce', { challengeId: challenge.id }))
  const honest = await tarn.reply(
    question,
    'Nothing at all. An honest drawer: take in spring, bring back in autumn. I count what is in it every month, that is the whole system.',
  )
  const card = await osier.reply(
    question,
    'A card in every bag. One stamp when it goes, one when it comes home. People keep promises that they can see.',
  )
  yield ago(12, '17:40')
  const worry = await juniper.reply(
    honest,
    'And who reads the count? “Honest” is a word for people who already know each other.',
  )
  await tarn.reply(worry, 'Fair. Then the count hangs on the drawer, where strangers see it too.')
  yield ago(11, '08:25')
  const discussion = await mara.importReplies(challenge)
  await mara.acceptProposal(challenge, discussion, honest, 'A')
  await mara.acceptProposal(challenge, discussion, card, 'B')
  await pollen.reply(card, 'I asked at the desk: they have a stamp with a hedgehog, and it wants to be used.')

  yield ago(9, '10:00')
  await mara.decide(challenge, {
    side: 'B',
    decisionUrl: question.url,
    explanation: 'People liked the card: a stamp in spring, a stamp when seeds come back in autumn.',
  })
  yield ago(9, '15:30')
  await verifier.judgeDecision(
    challenge,
    'reject',
    'The linked post asks the question; it does not say what was decided. Please link the post that closes the thread.',
  )
  yield ago(9, '18:40')
  const closing = await pollen.reply(
    question,
    'So this is what we carry to the library: the stamped card for one year, kept by Ilse with the hedgehog stamp. The honest drawer is asked again next spring.',
  )
  yield ago(9, '19:05')
  await mara.decide(challenge, {
    side: 'B',
    decisionUrl: closing.url,
    explanation: `Post ${closing.id} closes the thread: the stamped card for one year, the honest drawer to be asked again next spring.`,
  })
  yield ago(8, '09:20')
  await verifier.judgeDecision(
    challenge,
    'approve',
    'The closing post names the card, the year and who keeps the stamp.',
  )

  const mission = await mara.convert(challenge, {
    deliverable: 'A lending card for every packet in the drawer, and a stamp beside it.',
    deadline: day(45),
    rewardTerms: '60 € for paper and stamp, paid directly to the contributor, and the first pick of the beans.',
    requiredProof: 'A photo or file in public for each milestone, with the number of packets that have a card.',
    milestones: [
      { title: 'The card is designed and fits the packets', amount: '20', required: true },
      { title: 'All four hundred packets have a card', amount: '40', required: true },
      { title: 'A card that can be read by touch', amount: '15', required: false },
    ],
    contributorWallet: ilse.address,
  })
  await ilse.claim(mission)

  yield ago(6, '11:15')
  const draft = await ilse.prove(mission, 1, {
    kind: 'Deliverable',
    url: 'https://bookbinding.example/ilse/card-draft.pdf',
    note: 'The card, drawn at full size. It folds once and slips behind the flap of the packet.',
  })
  yield ago(6, '18:00')
  await verifier.review(
    draft,
    'request-changes',
    'It fits the bean packets, but poppies come in the small ones: the fold hides the return date there.',
  )
  yield ago(5, '08:45')
  const sizes = await ilse.prove(mission, 1, {
    kind: 'Deliverable',
    url: 'https://bookbinding.example/ilse/card-final.pdf',
    note: 'Two sizes now. The small one carries the return date on the outside.',
  })
  yield ago(5, '12:10')
  await verifier.review(sizes, 'approve', 'Both sizes fit, and the dates can be read without unfolding.')

  yield ago(4, '16:20')
  const touch = await ilse.prove(mission, 3, {
    kind: 'Link',
    url: 'https://bookbinding.example/ilse/embossed',
    note: 'A card with an embossed pattern for each kind of seed.',
  })
  yield ago(4, '20:15')
  await verifier.review(
    touch,
    'reject',
    'The pattern is lovely but is not writing: the two people we asked could not tell peas from poppies by it.',
  )

  yield ago(3, '09:30')
  const packets = await ilse.prove(mission, 2, {
    kind: 'Link',
    url: 'https://library.example/branch/seed-drawer',
    note: 'Counted with Okon on Saturday: 412 packets, 412 cards. Twelve new packets had come in meanwhile.',
  })
  await ilse.attach(
    mission,
    packets,
    'Counted on Saturday, drawer by drawer.\nBeans 143, poppies 88, tomatoes 97, everything else 84.\nTogether 412 packets, 412 cards.\n',
  )
  yield ago(3, '14:00')
  await verifier.review(packets, 'approve', 'The library’s own page counts 412 packets with cards, dated Saturday.')

  yield ago(2, '10:05')
  await mara.conclude(
    mission,
    'completed',
    'The drawer lends. The first stamp went to a boy who took sunflowers and promised tall ones. The card for reading by touch stays an open wish.',
  )
  yield ago(2, '18:30')
  await mara.pay(mission, '8453')
  await moderator.approvePost(await mara.queuePost('receipt', { missionId: mission.id }))
  okon.report('borrows a packet of poppies. The stamp works')
}
